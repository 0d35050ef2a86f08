import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** Why: the specification's text where it has one. */
  title?: string
  /** Whom to ask. */
  text?: ReactNode
  children?: ReactNode
}

/** The person may not see this: why, and whom to ask. */
export function NotAllowed({
  title = 'You do not have permission to see this',
  text = 'Ask a zone manager or an administrator for access.',
  children,
}: Props) {
  return (
    <StatePanel icon={IconLock} title={title} text={text}>
      {children}
    </StatePanel>
  )
}
