import type { ReactNode } from 'react'
import type { DialogFrame } from './use-dialog-frame.ts'

export type DetailProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** The id of the item shown. Local state, such as an open confirmation, does not carry over to the next item. */
  of: string | undefined
  children: ReactNode
}

export type FramedDetailProps = DetailProps & { frame: DialogFrame }

/** Characters. Longer titles use a smaller font, so that a name of 60 takes three lines instead of five. */
export const longTitleLength = 36
