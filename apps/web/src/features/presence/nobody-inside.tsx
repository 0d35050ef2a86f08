import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { type ReactNode, useContext } from 'react'
import { StaleContext } from '../../ui/live/stale-context.ts'

/** Shown in place of a list without people. `children` replaces the text that nobody is inside. */
export function NobodyInside({ children }: { children?: ReactNode }) {
  const isStale = useContext(StaleContext)
  return (
    <Group gap="sm" p="md" bd="1px dashed var(--m-line)" bdrs="md" c="dimmed">
      <IconMapPinOff size="1.5rem" stroke={1.6} aria-hidden />
      {children ?? (isStale ? t`Nobody was inside then.` : t`Nobody is inside right now.`)}
    </Group>
  )
}
