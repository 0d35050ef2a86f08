import { Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-panel.module.css'

type Props = {
  icon: Icon
  title: string
  text?: ReactNode
  tone?: 'quiet' | 'failed'
  /** `alert` interrupts a screen reader; use it for failures. */
  role?: 'status' | 'alert'
  children?: ReactNode
}

/** The common layout of the states in this folder, such as EmptyState and ErrorState. Screens use those instead. */
export function StatePanel({ icon: Icon, title, text, tone = 'quiet', role, children }: Props) {
  return (
    <div className={classes.panel} data-tone={tone} role={role}>
      <span className={classes.icon}>
        <Icon size="1.75rem" stroke={1.6} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text && (
        <Text component="div" c="dimmed" maw="46ch">
          {text}
        </Text>
      )}
      {children && (
        <Group justify="center" gap="xs" mt={4}>
          {children}
        </Group>
      )}
    </div>
  )
}
