import type { ReactNode } from 'react'

export type DetailProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** The id of the item shown. Local state, such as an open confirmation, does not carry over to the next item. */
  of: string | undefined
  children: ReactNode
}

/**
 * Maximum length, in characters, of a title in the normal font size. Longer titles use a smaller font, so that a name of 60
 * characters takes three lines instead of five.
 */
export const longTitleLength = 36
