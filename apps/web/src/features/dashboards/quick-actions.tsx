import { t } from '@lingui/core/macro'
import { Flex, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import classes from './dashboard.module.css'

export type QuickAction = { label: string; to: AppPath; search?: { report: true }; icon: Icon }

type Props = {
  actions: readonly QuickAction[]
  /** Managers find the page's primary button here. */
  isManager?: boolean
  /** Actions that do not navigate. */
  children?: ReactNode
}

/** Quick links on the dashboard. */
export function QuickActions({ actions, isManager = true, children }: Props) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} data-whole>
      <h2 id={headingId}>
        <VisuallyHidden>{t`Quick actions`}</VisuallyHidden>
      </h2>
      <Flex wrap="wrap" gap="xs" className={classes.actions}>
        {actions.map(({ label, to, search, icon: Icon }, index) => (
          <Button
            key={to}
            renderRoot={props => <Link {...props} to={to} search={search ?? {}} />}
            variant={isManager && index === 0 ? 'filled' : 'default'}
            justify="flex-start"
            icon={Icon}
            iconSize="1.25rem"
          >
            {label}
          </Button>
        ))}
        {children}
      </Flex>
    </section>
  )
}
