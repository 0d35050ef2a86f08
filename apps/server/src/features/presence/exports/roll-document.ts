/** A roll to be printed, as passed to the thread that makes its file. */
export type RollDocument = {
  readonly zoneName: string
  /** The IANA time zone of the times. */
  readonly timeZone: string
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  readonly rows: readonly RollDocumentRow[]
}

export type RollDocumentRow = {
  readonly number: number
  readonly name: string
  /** The code, if somebody else on the roll has the same name. */
  readonly code: string | null
  readonly phone: string | null
  /** Milliseconds. */
  readonly lastSeen: number
  readonly isUnseen: boolean
  readonly mock: boolean
}
