import type { ReactNode } from 'react'

export type DetailProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Whose or what details these are, by id: nothing begun with one, as a question, goes over to the next. */
  of: string | undefined
  children: ReactNode
}

/** From here on a title is set smaller: a name of 60 letters takes three lines, not five. */
export const longTitle = 36
