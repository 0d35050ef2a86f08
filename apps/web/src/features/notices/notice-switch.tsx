import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A switch whose whole row can be touched. */
export function NoticeSwitch({ onChange, ...props }: Props) {
  return (
    <Switch
      {...props}
      styles={{ body: { alignItems: 'center', minHeight: 44 }, labelWrapper: { flex: 1 } }}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
