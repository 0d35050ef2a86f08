import type { PresenceState, TrackingSource, Visit } from '@muster/domain/presence.ts'
import type { CheckOutcome, LateCheck, PendingCheck, RecordedCheck } from './pending-check.ts'

/** The verdict of a check that an earlier batch has written. */
export type StoredCheck = Omit<RecordedCheck, 'kind' | 'repeated' | 'presence'> & {
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  readonly lat: number
  readonly lng: number
}

/** A locked row of presence_tracking: the state, and after planning the reading that moved it last. */
export type Track = {
  readonly userId: string
  readonly zoneId: string
  /** Where the row lies in its table. */
  readonly place: string
  /** How the newest reading came, as it was locked. */
  readonly source?: TrackingSource | null
  readonly mock?: boolean
  state: PresenceState
  newest?: { readonly check: PendingCheck; readonly flipped: boolean }
  /** Nothing was known of where they are before this batch. */
  first?: true
  /** Where in `begun` the visit stands that began in this batch and has not ended. */
  openVisit?: number | undefined
}

/** `check` began it; `exitMock`: the one that ended it was made up. */
export type NewVisit = Visit & {
  readonly id: string
  readonly check: PendingCheck
  readonly exitMock?: boolean
}
export type VisitEnd = { readonly userId: string; readonly zoneId: string; readonly mock: boolean } & Visit
export type PutBack = {
  readonly userId: string
  readonly zoneId: string
  readonly at: number
  readonly track: Track
}
export type FeedRow = { readonly topic: string; readonly kind: string; readonly payload: object }

/** A row of the log, and the track whose state it decides when it is the newest there. */
export type LogRow = {
  readonly check: PendingCheck
  readonly change: RecordedCheck['change']
  /** It is further from the reading before it than anybody gets. */
  readonly jump: boolean
  readonly track: Track
}

/** All that one transaction writes, by table, and what every check of the batch is answered after it. */
export type BatchPlan = {
  readonly outcomes: (CheckOutcome | LateCheck)[]
  readonly log: LogRow[]
  /** Whose visits of an earlier batch lie, or go on, beyond a moment that a clock was put back to. */
  readonly back: PutBack[]
  /** Ends of visits that began in an earlier batch. */
  readonly ended: VisitEnd[]
  /** Visits that began in this batch, ended or not. */
  readonly begun: NewVisit[]
  /** Who went in or out; name and role are put in as they are written. */
  readonly changes: FeedRow[]
  readonly feed: FeedRow[]
}
