import type { PresenceState, TrackingSource, Visit } from '@muster/domain/presence.ts'
import type { CheckOutcome, LateCheck, PendingCheck, RecordedCheck } from './pending-check.ts'

/** The verdict of a check written by an earlier batch. */
export type StoredCheck = Omit<RecordedCheck, 'kind' | 'repeated' | 'presence'> & {
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  readonly lat: number
  readonly lng: number
}

/** A locked row of presence_tracking: the state and, after planning, the reading that last changed it. */
export type Track = {
  readonly userId: string
  readonly zoneId: string
  /** The physical location of the row (its ctid). */
  readonly place: string
  /** The source of the newest reading at the time of locking. */
  readonly source?: TrackingSource | null
  readonly mock?: boolean
  state: PresenceState
  newest?: { readonly check: PendingCheck; readonly flipped: boolean }
  /** True if the position was unknown before this batch. */
  first?: true
  /** The index in `begun` of the open visit that began in this batch. */
  openVisit?: number | undefined
}

/** A visit begun by `check`. `exitMock` is true if the reading that ended it was faked. */
export type NewVisit = Visit & {
  readonly id: string
  readonly check: PendingCheck
  readonly exitMock?: boolean
}
export type VisitEnd = { readonly userId: string; readonly zoneId: string; readonly mock: boolean } & Visit
export type Rewind = {
  readonly userId: string
  readonly zoneId: string
  readonly at: number
  readonly track: Track
}
export type FeedRow = { readonly topic: string; readonly kind: string; readonly payload: object }

/** A row of the log, with the track whose state it determines if it is the newest reading. */
export type LogRow = {
  readonly check: PendingCheck
  readonly change: RecordedCheck['change']
  /** True if the person cannot have travelled the distance from the previous reading in the time between. */
  readonly jump: boolean
  readonly track: Track
}

/** Everything one transaction writes, by table, and the outcome of each check in the batch. */
export type BatchPlan = {
  readonly outcomes: (CheckOutcome | LateCheck)[]
  readonly log: LogRow[]
  /** People whose device's clock was fast and has been corrected, with the time to which their visits are rewound. */
  readonly back: Rewind[]
  /** Ends of visits that began in an earlier batch. */
  readonly ended: VisitEnd[]
  /** Visits that began in this batch, ended or open. */
  readonly begun: NewVisit[]
  /** Entries and exits; name and role are added when they are written. */
  readonly changes: FeedRow[]
  readonly feed: FeedRow[]
}
