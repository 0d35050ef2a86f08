import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** An error above a form, announced immediately, and scrolled into view in a long form. */
export function ProblemAlert({ title, children }: { title?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert
      ref={box}
      // Keeps the alert clear of the sticky header of a dialog or the page.
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
