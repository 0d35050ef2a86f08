import { tellingAccuracyLimitM } from './accuracy.ts'

/** Where a reading came from: a press of the button, the app by itself, or a tracker. */
export const trackingSources = ['manual', 'automatic', 'device'] as const
export type TrackingSource = (typeof trackingSources)[number]

/** Whether a person asked for the reading, or it came by itself. */
export const kindOf = (source: TrackingSource): 'manual' | 'automatic' =>
  source === 'manual' ? 'manual' : 'automatic'

/** Two uncertain readings that agree must lie this many milliseconds apart before they count. */
export const uncertainAgreementMs = 10_000

/** What is known about one person in one zone. All times are the device's clock, in milliseconds. */
export type PresenceState = {
  inside: boolean
  /** The newest reading taken into account; null means that there was never one. */
  capturedAt: number | null
  /** When the running or the last visit began. */
  entryTime: number | null
  /** When the last visit ended; null during one. */
  exitTime: number | null
  /** What the running series of uncertain readings says, where that is not what the state says. */
  pendingInside: boolean | null
  /** The first reading of that series. */
  pendingSince: number | null
}

export type Reading = {
  capturedAt: number
  inside: boolean
  certainty: 'certain' | 'uncertain'
  /** A tracker's readings are automatic ones. */
  source: 'manual' | 'automatic'
  /** In metres; absent or null when the device does not say. */
  accuracyMeters?: number | null
}

/**
 * Whether a press of the button is answered "not accurate enough to tell": a reading that poor, whose circle touches the
 * edge of the zone, could be anywhere on both sides of it. Readings that come by themselves have a rule of their own.
 */
export function isUnclear({
  source,
  certainty,
  accuracyMeters,
}: Omit<Reading, 'capturedAt' | 'inside'>): boolean {
  return source === 'manual' && certainty === 'uncertain' && (accuracyMeters ?? 0) > tellingAccuracyLimitM
}

export type Visit = { entryTime: number; exitTime: number | null; durationMinutes: number | null }

export type Advance = {
  next: PresenceState
  change: 'entered' | 'left' | 'none' | 'stale'
  /** The visit that `change` opened or closed. */
  visit?: Visit
}

/**
 * The state after one more reading.
 *
 * - A reading older than the state is `stale` and changes nothing: `next` is the same object. So is one of the same moment
 *   that says otherwise. One that says the same, as a device gives that stands still, is no news but not stale either.
 * - An unclear one changes nothing, not even when the person was last seen. Any other manual or certain reading settles the matter.
 * - An uncertain automatic one never flips presence by itself. A series of them that keeps saying the opposite does, from
 *   the first one that lies at least 10 s after the beginning of the series. Any other reading ends the series.
 * - The visit begins or ends at the reading that flipped the state. A first reading outside is no change, but from then on
 *   the person is known to be outside. A first reading that is uncertain and says inside leaves them outside until confirmed.
 */
export function advance(state: PresenceState, reading: Reading): Advance {
  if (state.capturedAt !== null && reading.capturedAt <= state.capturedAt) {
    const again = reading.capturedAt === state.capturedAt && reading.inside === state.inside
    return { next: state, change: again ? 'none' : 'stale' }
  }

  if (isUnclear(reading)) return { next: state, change: 'none' }

  const settled: PresenceState = {
    ...state,
    capturedAt: reading.capturedAt,
    pendingInside: null,
    pendingSince: null,
  }
  if (reading.inside === state.inside) return { next: settled, change: 'none' }

  if (reading.source === 'automatic' && reading.certainty === 'uncertain') {
    const since = state.pendingInside === reading.inside ? state.pendingSince : null
    if (since === null || reading.capturedAt - since < uncertainAgreementMs) {
      const pendingSince = since ?? reading.capturedAt
      return { next: { ...settled, pendingInside: reading.inside, pendingSince }, change: 'none' }
    }
  }
  return reading.inside ? enter(settled, reading.capturedAt) : leave(settled, reading.capturedAt)
}

/**
 * The state as it can have been just before `at` (ms), where it is of a later moment: the clock it was taken by ran ahead,
 * and was put right. What was inside stays so, since `at` at the latest; a series that had begun is forgotten.
 */
export function putBack(state: PresenceState, at: number): PresenceState {
  const earlier = (time: number | null) => time && Math.min(time, at)
  return {
    ...state,
    capturedAt: at - 1,
    entryTime: earlier(state.entryTime),
    exitTime: earlier(state.exitTime),
    pendingInside: null,
    pendingSince: null,
  }
}

function enter(state: PresenceState, at: number): Advance {
  return {
    next: { ...state, inside: true, entryTime: at, exitTime: null },
    change: 'entered',
    visit: { entryTime: at, exitTime: null, durationMinutes: null },
  }
}

function leave(state: PresenceState, at: number): Advance {
  const next = { ...state, inside: false, exitTime: at }
  // Without an entry time there is no visit to close, and none is made up.
  if (state.entryTime === null) return { next, change: 'left' }
  const visit = {
    entryTime: state.entryTime,
    exitTime: at,
    durationMinutes: visitMinutes(state.entryTime, at),
  }
  return { next, change: 'left', visit }
}

/** Whole minutes between two times in ms, rounded down: a visit of 59 seconds lasted 0 minutes. */
export function visitMinutes(entryTime: number, exitTime: number): number {
  return Math.max(0, Math.floor((exitTime - entryTime) / 60_000))
}

export const presences = ['inside', 'outside', 'unknown'] as const
export type Presence = (typeof presences)[number]

/** A person with a reading who is not inside is outside; without one, unknown (shown as Not checked-in). */
export function presenceOf(state: Pick<PresenceState, 'inside' | 'capturedAt'>): Presence {
  if (state.capturedAt === null) return 'unknown'
  return state.inside ? 'inside' : 'outside'
}
