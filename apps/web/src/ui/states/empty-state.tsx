import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  icon: Icon
  title: string
  /** Explains the purpose of this page or section. */
  text?: ReactNode
  /** The next step, as a button. */
  children?: ReactNode
}

/** A place that is still empty, with the next step. Never for a failure to load: that is ErrorState. */
export function EmptyState(props: Props) {
  return <StatePanel {...props} />
}
