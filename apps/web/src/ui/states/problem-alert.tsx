import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Says what stands in the way, above the form; read out at once, and brought into view where the form is longer than the screen. */
export function ProblemAlert({ title, children }: { title?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert
      ref={box}
      // Out from under the head of a dialog or of the page.
      style={{ scrollMarginBlock: '80px 16px' }}
      title={title}
      color="red"
      role="alert"
      icon={<IconAlertTriangle size="1.25rem" aria-hidden />}
    >
      {children}
    </Alert>
  )
}
