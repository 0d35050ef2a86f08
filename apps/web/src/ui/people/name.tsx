import type { ReactNode } from 'react'
import { toShownName } from '../../lib/shown-name.ts'

type Props = {
  /** A user-provided name of a person, a zone or a group. */
  children: ReactNode
  className?: string
}

/** A name in its own text direction, so that an Arabic name does not reorder the sentence or its figures. */
export function Name({ children, className }: Props) {
  return (
    <span dir="auto" className={className}>
      {typeof children === 'string' ? toShownName(children) : children}
    </span>
  )
}
