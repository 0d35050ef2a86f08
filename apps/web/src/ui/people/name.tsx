import { i18n } from '@lingui/core'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import type { ReactNode } from 'react'

type Props = {
  /** A user-provided name of a person, a zone or a group. */
  children: ReactNode
  className?: string
}

/** A name in its own text direction, so that an Arabic name does not reorder the sentence or its figures. */
export function Name({ children, className }: Props) {
  const standIn = typeof children === 'string' ? findStandInName(children) : undefined
  return (
    <span dir="auto" className={className}>
      {standIn ? i18n._(standIn) : children}
    </span>
  )
}
