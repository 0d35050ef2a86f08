/** A roll to be printed, as passed to the thread that makes its file. */
export type RollDocument = {
  readonly zoneName: string
  /** The IANA time zone of the times. */
  readonly timeZone: string
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  /** The people on the roll: fewer than were inside if there are too many to print. */
  readonly rows: readonly RollDocumentRow[]
  /** The number of people inside who were seen recently. */
  readonly inside: number
  readonly unseen: number
  /** The number of visitors, who are listed last. */
  readonly visitors: number
}

export type RollDocumentRow = {
  readonly number: number
  readonly name: string
  /** The code, if the name does not identify the person. */
  readonly code: string | null
  readonly phone: string | null
  /** Milliseconds. */
  readonly lastSeen: number
  readonly isUnseen: boolean
  readonly mock: boolean
  /** Company and host of a visitor; undefined for members. */
  readonly visitor?: string
}
