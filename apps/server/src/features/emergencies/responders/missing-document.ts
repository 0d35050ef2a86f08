import type { EmergencyKind, RollReason } from '@muster/domain/emergency.ts'

/** The people who are not accounted for, to be printed, as passed to the thread that makes the file. */
export type MissingDocument = {
  readonly kind: EmergencyKind
  /** Null for all zones. */
  readonly zoneName: string | null
  /** True if people of other zones are missing from numbers and list. */
  readonly isPartial: boolean
  readonly drill: boolean
  /** The IANA time zone of the times. */
  readonly timeZone: string
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  /** Everybody on the roll. */
  readonly people: number
  readonly help: number
  readonly missing: number
  /** Those of the missing who are called but not known to be on the site. */
  readonly missingOffSite: number
  /** Unknown badges inside that are not on the roll, because it lists a bounded number of them. */
  readonly unlistedBadges?: number
  /**
   * Those who need help, then the missing, and those of them last who are not known to be on the site; each by surname. Fewer than there
   * are if they are too many for a file.
   */
  readonly rows: readonly MissingDocumentRow[]
  /** Those who were sent back in, by team, whatever their state. */
  readonly inside: readonly InsideDocumentRow[]
}

export type InsideDocumentRow = {
  readonly name: string
  readonly phone: string
  readonly team: string
  readonly zoneName: string
  /** Milliseconds; null until the person is confirmed. */
  readonly confirmedAt: number | null
}

export type MissingDocumentRow = {
  readonly name: string
  readonly needsHelp: boolean
  readonly phone: string
  /** The help that the person needs to leave; empty without a note. */
  readonly needs: string
  /** The neutral answer of the person, and when it was given in milliseconds. */
  readonly answer?: { readonly words: string; readonly at: number } | undefined
  readonly why: RollReason
  /** Milliseconds; null if nobody saw the person. */
  readonly lastSeen: number | null
  readonly zoneName: string | null
  readonly plusCode: string | null
}
