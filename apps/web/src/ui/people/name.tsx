import type { ReactNode } from 'react'

type Props = {
  /** A name somebody gave: of a person, a zone, a group. */
  children: ReactNode
  className?: string
}

/** A name in its own direction, whatever stands around it: one in Arabic does not turn the sentence, nor its figures. */
export function Name({ children, className }: Props) {
  return (
    <span dir="auto" className={className}>
      {children}
    </span>
  )
}
