import type { EmergencyKind, PersonState, RollReason } from '@muster/domain/emergency.ts'

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
  /** Unknown badges inside that are not on the roll, because it lists a bounded number of them. */
  readonly unlistedBadges?: number
  /** True if the people are of several zones, so that each names theirs. */
  readonly hasZones: boolean
  /** In the order of `soughtSections`, each section by surname. Fewer than there are if they are too many for a file. */
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
  /** Surname first. */
  readonly name: string
  readonly state: PersonState
  /** The number of a badge that belongs to nobody, which stands for a name. */
  readonly unknownBadge?: string | undefined
  readonly phone: string
  /** The help that the person needs to leave; empty without a note. */
  readonly needs: string
  /** The neutral answer of the person, and when it was given in milliseconds. */
  readonly answer?: { readonly words: string; readonly at: number } | undefined
  readonly why: RollReason
  /** Milliseconds; null if nobody saw the person. */
  readonly lastSeen: number | null
  readonly zoneName: string | null
  /** The last known position, with the time of its reading in milliseconds. */
  readonly position: { readonly plusCode: string; readonly at: number } | null
}
