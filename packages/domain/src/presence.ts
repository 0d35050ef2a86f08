import { tellingAccuracyLimitM } from './accuracy.ts'
import { agreementMs, driftM, hasMoved, hiddenErrorM, isWalkable, shortAgreementMs } from './agreement.ts'
import { knownAccuracy } from './geofence.ts'
import { isJump, isPossible, type Place, type Way, wayBetween } from './jump.ts'
import { limits } from './limits.ts'

/** Where a reading came from: a press of the button, the app by itself, or a tracker. */
export const trackingSources = ['manual', 'automatic', 'device'] as const
export type TrackingSource = (typeof trackingSources)[number]

/** Whether a person asked for the reading, or it came by itself. */
export const kindOf = (source: TrackingSource): 'manual' | 'automatic' =>
  source === 'manual' ? 'manual' : 'automatic'

/** How long (ms) a reading waits for another one that bears it out. */
export const openMs = 86_400_000

/**
 * How far back (ms) the readings before a late one are looked at: what the last one leaves open may hang on where the one before it was,
 * which is at most as long ago again.
 */
export const lookBackMs = 2 * openMs

/** What is known about one person in one zone. All times are the device's clock, in milliseconds. */
export type PresenceState = {
  inside: boolean
  /** The newest reading taken into account; null means that there was never one. */
  capturedAt: number | null
  /** When the running or the last visit began. */
  entryTime: number | null
  /** When the last visit ended; null during one. */
  exitTime: number | null
  /** The presence that a running series of inconclusive readings suggests; null without such a series. */
  pendingInside: boolean | null
  /**
   * From when on the agreement of that series counts: from its first reading. From longer ago where somebody moved, and
   * from 10 s after it where it is a jump, so that until then no certain reading bears it out.
   */
  pendingSince: number | null
  /** The first reading of that series: the visit ends with it if the series is borne out. */
  pendingFrom: number | null
  /** Where the newest reading was taken; null where it does not say. */
  place: Place | null
}

/** Of somebody nothing is known about yet. */
export const unknownPresence: PresenceState = {
  inside: false,
  capturedAt: null,
  entryTime: null,
  exitTime: null,
  pendingInside: null,
  pendingSince: null,
  pendingFrom: null,
  place: null,
}

export type Reading = {
  capturedAt: number
  inside: boolean
  certainty: 'certain' | 'uncertain'
  /** A tracker's readings are automatic ones. */
  source: 'manual' | 'automatic'
  /** In metres; absent or null when the device does not say. */
  accuracyMeters?: number | null
  /** In metres; absent where nobody measured it. */
  distanceToEdgeM?: number
  /** How wide the zone is across there, in metres; absent where it is wider than any error. */
  zoneWidthM?: number
  /** Where it was taken; absent where that says nothing. */
  place?: Place
}

/**
 * Whether a reading is too vague to say on which side of the edge the person was: its accuracy circle, wider than
 * `tellingAccuracyLimitM`, touches the edge of the zone.
 */
export function isVague({
  certainty,
  accuracyMeters,
}: Pick<Reading, 'certainty' | 'accuracyMeters'>): boolean {
  return certainty === 'uncertain' && (accuracyMeters ?? 0) > tellingAccuracyLimitM
}

/**
 * Whether a press of the button is answered "not accurate enough to tell". Vague readings that come by themselves
 * count by agreement instead.
 */
export function isUnclear(reading: Omit<Reading, 'capturedAt' | 'inside'>): boolean {
  return reading.source === 'manual' && isVague(reading)
}

export type Visit = { entryTime: number; exitTime: number | null; durationMinutes: number | null }

export type Advance = {
  next: PresenceState
  change: 'entered' | 'left' | 'none' | 'stale'
  /** The visit that `change` opened or closed. */
  visit?: Visit
  /** It lies further from the one before than somebody gets in that time, and waits for a second one that bears it out. */
  jump?: true
  /** The silence before it had ended a visit: the state from then on (`endBySilence`). */
  silence?: Advance
}

/**
 * The state after one more reading.
 *
 * - A reading older than the state is `stale` and changes nothing: `next` is the same object. So is one of the same moment
 *   that says otherwise. One that says the same, as a device gives that stands still, is no news but not stale either.
 * - An unclear one changes nothing, not even when the person was last seen. Any other manual or certain reading settles the matter.
 * - An uncertain automatic one never flips presence by itself. A series of them that keeps saying the opposite does, once it
 *   spans `agreementMs`: 2 minutes, but 10 s in a zone no wider than their accuracy, within 15 minutes of the last change,
 *   and from a reading on that tells that the person moved. Any other reading ends the series, and so does one nearer to
 *   the edge than `driftM`: who stands still may drift as far. A certain one that nobody walks to from the one before is
 *   uncertain too, unless it lies that much further from the edge (`hiddenErrorM`).
 * - A certain automatic one that is a jump begins a series. The first certain one at least 10 s later flips presence,
 *   unless it cannot have been reached from the one before. A series that is a day old is forgotten.
 * - The visit begins at the reading that flipped the state, and ends at the first one of the series that did, however late it was
 *   borne out; silence after a certain one ends it too (`endBySilence`). A first reading outside is no change, but from then on
 *   the person is known to be outside. A first reading that is uncertain and says inside leaves them outside until confirmed.
 */
export function advance(state: PresenceState, reading: Reading): Advance {
  if (state.capturedAt !== null && reading.capturedAt <= state.capturedAt) {
    const again = reading.capturedAt === state.capturedAt && reading.inside === state.inside
    return { next: state, change: again ? 'none' : 'stale' }
  }

  if (isUnclear(reading)) return { next: state, change: 'none' }

  const silence = state.pendingInside === null ? undefined : endBySilence(state, reading.capturedAt)
  return silence ? { ...follow(silence.next, reading), silence } : follow(state, reading)
}

/** The state after a reading that counts. */
function follow(state: PresenceState, reading: Reading): Advance {
  const settled: PresenceState = {
    inside: state.inside,
    capturedAt: reading.capturedAt,
    entryTime: state.entryTime,
    exitTime: state.exitTime,
    pendingInside: null,
    pendingSince: null,
    pendingFrom: null,
    place: reading.place ?? null,
  }
  if (reading.inside === state.inside) return { next: settled, change: 'none' }
  const known = recall(state, reading.capturedAt)
  const series = seriesOf(known, reading.inside)
  const doubt = doubtOf(series, known, reading)
  if (doubt === 'drift') return { next: settled, change: 'none' }
  if (doubt) {
    const { since, from, jump } = doubt
    const next = { ...settled, pendingInside: reading.inside, pendingSince: since, pendingFrom: from }
    return jump ? { next, change: 'none', jump } : { next, change: 'none' }
  }
  if (reading.inside) return enter(settled, reading.capturedAt)
  return leave(settled, series?.from ?? reading.capturedAt)
}

const nothingPending = { pendingInside: null, pendingSince: null, pendingFrom: null } as const

/** A series that has begun: from when on its agreement counts, and its first reading. */
type Series = { readonly since: number; readonly from: number }

function seriesOf({ pendingInside, pendingSince, pendingFrom }: PresenceState, inside: boolean) {
  if (pendingInside !== inside || pendingSince === null) return undefined
  return { since: pendingSince, from: pendingFrom ?? pendingSince }
}

/** True if a certain reading began the series and waits for a second one: only then does it begin to count after its first reading. */
const beganWithJump = ({ since, from }: Series) => since > from

/**
 * The end of a visit by the clock: a certain reading saw the person outside and waited for a second one, and now none has come for
 * `leftBySilenceMs`. The visit ends with the first reading of that series. What is pending stays in the state, so that a
 * reading from within that time which is still on its way can undo it.
 */
export function endBySilence(state: PresenceState, now: number): Advance | undefined {
  const series = state.inside ? seriesOf(state, false) : undefined
  if (!series || !beganWithJump(series) || now <= silentAt(state)) return undefined
  return leave(state, series.from)
}

/** Until this moment a reading may still come that silence did not end the visit. */
const silentAt = ({ capturedAt }: PresenceState) =>
  (capturedAt ?? Number.POSITIVE_INFINITY) + limits.leftBySilenceMs

/** True if silence ended the last visit, and nothing came since. */
export const isEndedBySilence = ({ inside, pendingInside }: PresenceState): boolean =>
  !inside && pendingInside === false

/** True if a reading of that moment would have kept silence from ending the visit. */
export const isBeforeSilence = (state: PresenceState, at: number): boolean =>
  isEndedBySilence(state) && at <= silentAt(state)

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
    ...nothingPending,
    // From a moment before, every place would lie a jump away.
    place: null,
  }
}

type Doubt = 'drift' | (Series & { readonly jump?: true })

/** What an automatic reading that contradicts the state leaves open; undefined when it settles the matter. */
function doubtOf(series: Series | undefined, known: PresenceState, reading: Reading): Doubt | undefined {
  if (reading.source === 'manual') return undefined
  const way = wayTo(known, reading)
  return isCertain(reading, way)
    ? doubtOfCertain(series, known, reading, way)
    : doubtOfUncertain(series, known, reading, way)
}

/** Whether the reading is certain, also by the step that led to it. A jump says so itself. */
function isCertain({ certainty, distanceToEdgeM, accuracyMeters }: Reading, way: Way | undefined): boolean {
  if (certainty === 'uncertain' || !way || distanceToEdgeM === undefined || isJump(way))
    return certainty === 'certain'
  return distanceToEdgeM > accuracyOf({ accuracyMeters }) + hiddenErrorM(way)
}

function doubtOfCertain(
  series: Series | undefined,
  known: PresenceState,
  { capturedAt: at }: Reading,
  way: Way | undefined,
): Doubt | undefined {
  const confirmedSeries = series && (!way || isPossible(way)) ? series : undefined
  if (!way || !isJump(way)) return confirmedSeries && at < confirmedSeries.since ? confirmedSeries : undefined
  // Only a series that a jump began is borne out by another one.
  if (!confirmedSeries || (known.capturedAt ?? 0) >= confirmedSeries.since)
    return { since: at + shortAgreementMs, from: at, jump: true }
  return at < confirmedSeries.since ? confirmedSeries : undefined
}

function doubtOfUncertain(
  series: Series | undefined,
  known: PresenceState,
  reading: Reading,
  way: Way | undefined,
): Doubt | undefined {
  const isMove = way !== undefined && hasMoved(way, Math.max(...way.accuraciesM))
  if (isDrift(reading, isMove && isWalkable(way) ? way : undefined))
    // It says nothing, and so nothing against a certain one that waits for its second.
    return series && beganWithJump(series) ? series : 'drift'
  const { capturedAt: at, zoneWidthM } = reading
  const changedAt = changeTime(known)
  const sinceChangeMs = changedAt === null ? undefined : at - changedAt
  const needed = agreementMs(zoneWidthM, accuracyOf(reading), sinceChangeMs)
  // A move shortens what is needed to 10 s, once for a series: readings a second apart seem to move by their jitter alone.
  const shortenedMs = needed - shortAgreementMs
  const { since, from } = series ?? { since: at, from: at }
  const isShortened = series && (beganWithJump(series) || at - since >= shortenedMs)
  const adjusted = { since: since - (isMove && !isShortened ? shortenedMs : 0), from }
  if (at - adjusted.since >= needed) return undefined
  // One that says it is certain, and is not by its step, waits for its second as a jump does.
  return reading.certainty === 'certain' ? { since: at + shortAgreementMs, from } : adjusted
}

/** When the state became what it is; null where it never was anything else. */
export const changeTime = ({ inside, entryTime, exitTime }: PresenceState) => (inside ? entryTime : exitTime)

function wayTo({ capturedAt, place }: PresenceState, reading: Reading): Way | undefined {
  if (capturedAt === null || !place || !reading.place) return undefined
  return wayBetween(place, reading.place, reading.capturedAt - capturedAt)
}

const accuracyOf = ({ accuracyMeters }: Pick<Reading, 'accuracyMeters'>) =>
  knownAccuracy(accuracyMeters ?? undefined)

/** True if the reading lies so near to the edge that the error of a phone at rest explains it. `walk`: the way to it, if it was one. */
const isDrift = (reading: Reading, walk?: Way) =>
  reading.distanceToEdgeM !== undefined &&
  reading.distanceToEdgeM < driftM(reading.inside, accuracyOf(reading), reading.zoneWidthM, walk)

/** The series that a reading starts if it contradicts the state and nothing before it is known. */
export function pendingAfter(
  reading: Reading,
): Pick<PresenceState, 'pendingInside' | 'pendingSince' | 'pendingFrom'> {
  const { inside, certainty, capturedAt } = reading
  if (certainty === 'uncertain' && isDrift(reading)) return nothingPending
  const wait = certainty === 'certain' ? shortAgreementMs : 0
  return { pendingInside: inside, pendingSince: capturedAt + wait, pendingFrom: capturedAt }
}

/** The state without what was left open so long ago that it says nothing about now. */
function recall(state: PresenceState, now: number): PresenceState {
  if (state.capturedAt === null || now - state.capturedAt <= openMs) return state
  return { ...state, ...nothingPending, place: null }
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
