import type { Presence, TrackingSource } from '@muster/domain/presence.ts'
import type { WidthAt } from '@muster/domain/zone-width.ts'

/** One reading held against one zone, decided and waiting to be written. Ids in lower case, times in ms. */
export type PendingCheck = {
  /** Made by the device. The same id may stand for one reading in several zones of its sender. */
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  /** Which of the zone's shapes decided it. */
  readonly shapeVersion: number
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly source: TrackingSource
  /** The device's clock. */
  readonly capturedAt: number
  /** The server's clock. */
  readonly receivedAt: number
  readonly inside: boolean
  readonly certainty: 'certain' | 'uncertain'
  /** Whole metres. */
  readonly distanceToCenterM: number
  readonly distanceToEdgeM: number
  /** How wide the zone is across: here, and where readings around a late one were taken. */
  readonly zoneWidthAt: WidthAt
  /** The device itself says that another app made the position up. */
  readonly mock: boolean
  /** Internal admins are in no assignment: their row of state is made when they first check. */
  readonly seesAllZones: boolean
}

/** What is in the database after the commit. Of a repeated id: what its first copy left there. */
export type RecordedCheck = {
  readonly kind: 'recorded'
  readonly repeated: boolean
  readonly inside: boolean
  readonly certainty: 'certain' | 'uncertain'
  /** Not accurate enough to tell: recorded, and nothing else. */
  readonly unclear: boolean
  readonly distanceToCenterM: number
  readonly distanceToEdgeM: number
  readonly change: 'entered' | 'left' | 'none' | 'stale'
  readonly capturedAt: number
  readonly receivedAt: number
  /** The person's presence in the zone now, which an old reading does not decide. */
  readonly presence: Presence
}

export type CheckOutcome =
  | RecordedCheck
  | { readonly kind: 'refused'; readonly code: 'ZONE_NOT_FOUND' | 'CHECK_ID_TAKEN' }

/** Not written: it is older than what is known of the person in the zone, and has to be held against the readings around it. */
export type LateCheck = { readonly kind: 'late' }
