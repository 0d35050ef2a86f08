import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  icon: Icon
  title: string
  /** Explains the purpose of this page or section. */
  text?: ReactNode
  children?: ReactNode
}

/** Shown where there is no content yet, with the next step. For failed loads, use ErrorState. */
export function EmptyState(props: Props) {
  return <StatePanel {...props} />
}
