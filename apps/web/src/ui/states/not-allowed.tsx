import { t } from '@lingui/core/macro'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** The reason, in the specification's wording if it has one. */
  title?: string
  /** Says whom to ask for access. */
  text?: ReactNode
  children?: ReactNode
}

export function NotAllowed({
  title = t`You don’t have permission to see this`,
  text = t`Ask a zone manager or an administrator for access.`,
  children,
}: Props) {
  return (
    <StatePanel icon={IconLock} title={title} text={text}>
      {children}
    </StatePanel>
  )
}
