import type { Presence, TrackingSource } from '@muster/domain/presence.ts'
import type { WidthAt } from '@muster/domain/zone-width.ts'

/** One reading, checked against one zone and waiting to be written. Ids are in lower case, times in ms. */
export type PendingCheck = {
  /** Created by the device. The same id may represent one reading in several zones of its sender. */
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  /** The version of the zone's shape that the reading was checked against. */
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
  /** The width of the zone at a position, needed for the readings around a late one. */
  readonly zoneWidthAt: WidthAt
  /** True if the device itself reports that another app faked the position. */
  readonly mock: boolean
  /** True for internal admins. They have no assignment, so their state row is created at their first check. */
  readonly seesAllZones: boolean
}

/** A committed check. A check with a repeated id has the result of its first copy. */
export type RecordedCheck = {
  readonly kind: 'recorded'
  readonly repeated: boolean
  readonly inside: boolean
  readonly certainty: 'certain' | 'uncertain'
  /** True if the reading is not accurate enough for a verdict and is only recorded. */
  readonly unclear: boolean
  readonly distanceToCenterM: number
  readonly distanceToEdgeM: number
  readonly change: 'entered' | 'left' | 'none' | 'stale'
  readonly capturedAt: number
  readonly receivedAt: number
  /** The person's current presence in the zone; an old reading does not change it. */
  readonly presence: Presence
}

export type CheckOutcome =
  | RecordedCheck
  | { readonly kind: 'refused'; readonly code: 'ZONE_NOT_FOUND' | 'CHECK_ID_TAKEN' }

/** Older than the person's known state in the zone, so it must be compared with the readings around it. */
export type LateCheck = { readonly kind: 'late' }
