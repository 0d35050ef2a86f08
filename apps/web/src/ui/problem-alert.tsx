import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What stands in the way, above the form; read out at once. */
export function ProblemAlert({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert title={title} color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
  )
}
