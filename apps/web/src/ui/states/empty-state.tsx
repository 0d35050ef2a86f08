import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  icon: Icon
  title: string
  /** Says what this place is for. */
  text?: ReactNode
  /** The next step, as a button. */
  children?: ReactNode
}

/** There is nothing here yet, and this is the next step. Never for "could not load": that is ErrorState. */
export function EmptyState(props: Props) {
  return <StatePanel {...props} />
}
