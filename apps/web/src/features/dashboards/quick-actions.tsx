import { Trans } from '@lingui/react/macro'
import { Button, Card, Stack } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { AppPath } from '../../lib/paths.ts'

export type QuickAction = { label: string; to: AppPath; search?: { report: true }; icon: Icon }

/** Quick links on the dashboard; the first one is primary. `children`: actions that do not navigate. */
export function QuickActions({
  actions,
  children,
}: {
  actions: readonly QuickAction[]
  children?: ReactNode
}) {
  const headingId = useId()
  return (
    <Card component="section" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>Quick actions</Trans>
      </h2>
      <Stack gap="xs">
        {actions.map(({ label, to, search, icon: Icon }, index) => (
          <Button
            key={to}
            renderRoot={props => <Link {...props} to={to} search={search ?? {}} />}
            variant={index === 0 ? 'filled' : 'default'}
            justify="flex-start"
            leftSection={<Icon size="1.25rem" aria-hidden />}
          >
            {label}
          </Button>
        ))}
        {children}
      </Stack>
    </Card>
  )
}
