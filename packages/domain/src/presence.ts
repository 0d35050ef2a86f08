import { decisiveAccuracyLimitM } from './accuracy.ts'
import { agreementMs, driftM, hasMoved, hiddenErrorM, isWalkable, shortAgreementMs } from './agreement.ts'
import { accuracyOrDefault } from './geofence.ts'
import { isJump, isPossible, type Movement, measureMovement, type ReadingPosition } from './jump.ts'
import { limits } from './limits.ts'

/** The origin of a reading: a person pressing the button, the app by itself, or a tracker. */
export const trackingSources = ['manual', 'automatic', 'device'] as const
export type TrackingSource = (typeof trackingSources)[number]

/** Returns `manual` if a person requested the reading, otherwise `automatic`. */
export const toKind = (source: TrackingSource): 'manual' | 'automatic' =>
  source === 'manual' ? 'manual' : 'automatic'

/** Maximum milliseconds for which a reading waits for another one to confirm it. */
export const maxOpenMs = 86_400_000

/** A doubt may depend on the reading before the previous one, each up to `maxOpenMs` earlier. */
export const lookBackMs = 2 * maxOpenMs

/** The known presence of one person in one zone. All times are device times in milliseconds. */
export type PresenceState = {
  inside: boolean
  /** The time of the newest reading taken into account; null if there was none. */
  capturedAt: number | null
  /** The start of the current or last visit. */
  entryTime: number | null
  /** The end of the last visit; null during a visit. */
  exitTime: number | null
  /** The presence suggested by the current series of inconclusive readings, if any. */
  pendingInside: boolean | null
  /** The first reading, earlier if the person moved, or 10 s after a jump, so that no certain reading confirms before. */
  pendingSince: number | null
  /** The time of the first reading of that series. If the series confirms an exit, the visit ends at this time. */
  pendingFrom: number | null
  /** The position of the newest reading, if it has one. */
  place: ReadingPosition | null
}

/** The state of a person about whom nothing is known yet. */
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
  /** Readings from trackers are automatic. */
  source: 'manual' | 'automatic'
  /** In metres; missing or null if the device does not report it. */
  accuracyMeters?: number | null
  /** In metres; missing if it was not measured. */
  distanceToEdgeM?: number
  /** The zone's width at the reading's position, in metres; omitted if it exceeds any possible position error. */
  zoneWidthM?: number
  /** The position of the reading; omitted if it carries no information. */
  place?: ReadingPosition
}

/**
 * Returns true if a reading is too vague to place the person on one side of the edge: its accuracy circle is larger than
 * `decisiveAccuracyLimitM` and touches the edge of the zone.
 */
export function isVague({
  certainty,
  accuracyMeters,
}: Pick<Reading, 'certainty' | 'accuracyMeters'>): boolean {
  return certainty === 'uncertain' && (accuracyMeters ?? 0) > decisiveAccuracyLimitM
}

/** Vague automatic readings count once enough of them agree; manual ones are answered with "not accurate enough to tell". */
export function isUnclear(reading: Omit<Reading, 'capturedAt' | 'inside'>): boolean {
  return reading.source === 'manual' && isVague(reading)
}

export type Visit = { entryTime: number; exitTime: number | null; durationMinutes: number | null }

export type AdvanceResult = {
  next: PresenceState
  change: 'entered' | 'left' | 'none' | 'stale'
  /** The visit that `change` opened or closed. */
  visit?: Visit
  /** True if the reading is too far from the previous one to be believed immediately. It needs a second reading to confirm it. */
  jump?: true
  /** Set if the silence before the reading ended a visit: the result of `endBySilence`. */
  silence?: AdvanceResult
}

/**
 * Computes the state after one more reading.
 *
 * - A reading older than the state is `stale` and changes nothing: `next` is the same object. The same applies to a reading from
 * the same moment that contradicts the state. A reading from the same moment that matches the state, which a device at rest may
 * send, changes nothing but is not stale.
 * - An unclear reading changes nothing, not even the time at which the person was last seen. Any other manual reading is decisive,
 * and so is a certain automatic one unless the rules below say otherwise.
 * - An uncertain automatic reading never flips presence by itself. A series of readings that contradict the state flips presence
 * once it spans `agreementMs`. That is 2 minutes, but only 10 s in a zone no wider than the accuracy, within 15 minutes of the last
 * change, or after a reading that shows that the person moved. A reading that agrees with the state ends the series. So does one
 * nearer to the edge than `driftM`, because the position of a phone at rest may drift that far, unless a jump began the series. A
 * certain reading beyond walking distance of the previous one counts as uncertain, unless it is that much further from the edge
 * (`hiddenErrorM`).
 * - A certain automatic reading that is a jump begins a series. The first certain reading at least 10 s later flips presence,
 * unless nobody could get there from the previous reading. A series that is a day old is forgotten.
 * - A visit begins at the reading that flipped the state to inside. It ends at the first reading of the series that flipped the
 * state to outside, however late that series was confirmed. Silence after a certain reading also ends it (`endBySilence`). A first
 * reading outside is no change, but makes the person known to be outside. After a first reading that is uncertain and inside, the
 * person counts as outside until it is confirmed.
 */
export function advance(state: PresenceState, reading: Reading): AdvanceResult {
  if (state.capturedAt !== null && reading.capturedAt <= state.capturedAt) {
    const isRepeated = reading.capturedAt === state.capturedAt && reading.inside === state.inside
    return { next: state, change: isRepeated ? 'none' : 'stale' }
  }

  if (isUnclear(reading)) return { next: state, change: 'none' }

  const silenceEnd = state.pendingInside === null ? undefined : endBySilence(state, reading.capturedAt)
  return silenceEnd
    ? { ...followReading(silenceEnd.next, reading), silence: silenceEnd }
    : followReading(state, reading)
}

/** Returns the state after a reading that is neither stale nor unclear. */
function followReading(state: PresenceState, reading: Reading): AdvanceResult {
  const settledState: PresenceState = {
    inside: state.inside,
    capturedAt: reading.capturedAt,
    entryTime: state.entryTime,
    exitTime: state.exitTime,
    pendingInside: null,
    pendingSince: null,
    pendingFrom: null,
    place: reading.place ?? null,
  }
  if (reading.inside === state.inside) return { next: settledState, change: 'none' }
  const recalledState = recall(state, reading.capturedAt)
  const series = findSeries(recalledState, reading.inside)
  const doubt = findDoubt(series, recalledState, reading)
  if (doubt === 'drift') return { next: settledState, change: 'none' }
  if (doubt) {
    const { since, from, jump } = doubt
    const next = { ...settledState, pendingInside: reading.inside, pendingSince: since, pendingFrom: from }
    return jump ? { next, change: 'none', jump } : { next, change: 'none' }
  }
  if (reading.inside) return enter(settledState, reading.capturedAt)
  return leave(settledState, series?.from ?? reading.capturedAt)
}

const nothingPending = { pendingInside: null, pendingSince: null, pendingFrom: null } as const

/** A series in progress: the moment from which its agreement counts, and the time of its first reading. */
type Series = { readonly since: number; readonly from: number }

function findSeries({ pendingInside, pendingSince, pendingFrom }: PresenceState, inside: boolean) {
  if (pendingInside !== inside || pendingSince === null) return undefined
  return { since: pendingSince, from: pendingFrom ?? pendingSince }
}

/**
 * Returns true if a certain reading began the series and waits for a second one to confirm it. Only such a series counts from a
 * moment later than its first reading.
 */
const startedWithJump = ({ since, from }: Series) => since > from

/**
 * A certain reading outside and no second within `leftBySilenceMs`: ends at the first. The series stays pending, so that a reading
 * captured in time, delivered late, can undo it. Undefined without a visit.
 */
export function endBySilence(state: PresenceState, now: number): AdvanceResult | undefined {
  const series = state.inside ? findSeries(state, false) : undefined
  if (!series || !startedWithJump(series) || now <= silentAt(state)) return undefined
  return leave(state, series.from)
}

/** Returns the moment until which a reading can still prevent silence from ending the visit. */
const silentAt = ({ capturedAt }: PresenceState) =>
  (capturedAt ?? Number.POSITIVE_INFINITY) + limits.leftBySilenceMs

/** Returns true if silence ended the last visit and no reading has arrived since. */
export const isEndedBySilence = ({ inside, pendingInside }: PresenceState): boolean =>
  !inside && pendingInside === false

/** Returns true if a reading taken at `at` would have prevented silence from ending the visit. */
export const isBeforeSilence = (state: PresenceState, at: number): boolean =>
  isEndedBySilence(state) && at <= silentAt(state)

/** In ms, for a device's clock that ran ahead. Presence dates from `at` at the latest; a series in progress is dropped. */
export function rewind(state: PresenceState, at: number): PresenceState {
  const clampTime = (time: number | null) => time && Math.min(time, at)
  return {
    ...state,
    capturedAt: at - 1,
    entryTime: clampTime(state.entryTime),
    exitTime: clampTime(state.exitTime),
    ...nothingPending,
    // The next reading may follow within a millisecond, so any distance from this position would look like a jump.
    place: null,
  }
}

type Doubt = 'drift' | (Series & { readonly jump?: true })

/** Drift, or a series that needs more readings. Undefined if decisive, as a manual one always is. */
function findDoubt(
  series: Series | undefined,
  knownState: PresenceState,
  reading: Reading,
): Doubt | undefined {
  if (reading.source === 'manual') return undefined
  const movement = measureMovementTo(knownState, reading)
  return isCertain(reading, movement)
    ? findDoubtInCertain(series, knownState, reading, movement)
    : findDoubtInUncertain(series, knownState, reading, movement)
}

/** Returns true if the reading is certain, taking the step to it into account. For a jump, the reported certainty applies. */
function isCertain(
  { certainty, distanceToEdgeM, accuracyMeters }: Reading,
  movement: Movement | undefined,
): boolean {
  if (certainty === 'uncertain' || !movement || distanceToEdgeM === undefined || isJump(movement))
    return certainty === 'certain'
  return distanceToEdgeM > toAccuracy({ accuracyMeters }) + hiddenErrorM(movement)
}

function findDoubtInCertain(
  series: Series | undefined,
  knownState: PresenceState,
  { capturedAt: at }: Reading,
  movement: Movement | undefined,
): Doubt | undefined {
  const confirmedSeries = series && (!movement || isPossible(movement)) ? series : undefined
  if (!movement || !isJump(movement))
    return confirmedSeries && at < confirmedSeries.since ? confirmedSeries : undefined
  // Another jump can only confirm a series that a jump began.
  if (!confirmedSeries || (knownState.capturedAt ?? 0) >= confirmedSeries.since)
    return { since: at + shortAgreementMs, from: at, jump: true }
  return at < confirmedSeries.since ? confirmedSeries : undefined
}

function findDoubtInUncertain(
  series: Series | undefined,
  knownState: PresenceState,
  reading: Reading,
  movement: Movement | undefined,
): Doubt | undefined {
  const isMove = movement !== undefined && hasMoved(movement, Math.max(...movement.accuraciesM))
  if (isDrift(reading, isMove && isWalkable(movement) ? movement : undefined))
    // Drift carries no information, so it does not contradict a certain reading that waits for confirmation.
    return series && startedWithJump(series) ? series : 'drift'
  const { capturedAt: at, zoneWidthM } = reading
  const changedAt = changeTime(knownState)
  const sinceChangeMs = changedAt === null ? undefined : at - changedAt
  const neededMs = agreementMs(zoneWidthM, toAccuracy(reading), sinceChangeMs)
  // Movement shortens the required agreement to 10 s, once per series: with readings a second apart, jitter alone looks like
  // movement.
  const shortenedMs = neededMs - shortAgreementMs
  const { since, from } = series ?? { since: at, from: at }
  const isShortened = series && (startedWithJump(series) || at - since >= shortenedMs)
  const adjustedSeries = { since: since - (isMove && !isShortened ? shortenedMs : 0), from }
  if (at - adjustedSeries.since >= neededMs) return undefined
  // A reading that claims certainty but is implausibly far from the previous one waits for confirmation, like a jump.
  return reading.certainty === 'certain' ? { since: at + shortAgreementMs, from } : adjustedSeries
}

/** Returns the time (ms) of the last change of the state; null if it never changed. */
export const changeTime = ({ inside, entryTime, exitTime }: PresenceState) => (inside ? entryTime : exitTime)

function measureMovementTo({ capturedAt, place }: PresenceState, reading: Reading): Movement | undefined {
  if (capturedAt === null || !place || !reading.place) return undefined
  return measureMovement(place, reading.place, reading.capturedAt - capturedAt)
}

const toAccuracy = ({ accuracyMeters }: Pick<Reading, 'accuracyMeters'>) =>
  accuracyOrDefault(accuracyMeters ?? undefined)

/** The error of a phone at rest explains so small a distance from the edge. `walk`: the step to the reading, if it was a walk. */
const isDrift = (reading: Reading, walk?: Movement) =>
  reading.distanceToEdgeM !== undefined &&
  reading.distanceToEdgeM < driftM(reading.inside, toAccuracy(reading), reading.zoneWidthM, walk)

/**
 * Returns the series that a reading starts if it contradicts the state and no series precedes it. Returns `nothingPending` if the
 * reading may be drift.
 */
export function createPending(
  reading: Reading,
): Pick<PresenceState, 'pendingInside' | 'pendingSince' | 'pendingFrom'> {
  const { inside, certainty, capturedAt } = reading
  if (certainty === 'uncertain' && isDrift(reading)) return nothingPending
  const waitMs = certainty === 'certain' ? shortAgreementMs : 0
  return { pendingInside: inside, pendingSince: capturedAt + waitMs, pendingFrom: capturedAt }
}

/** Drops the pending series and the position if the state is too old for them to be relevant (`maxOpenMs`). */
function recall(state: PresenceState, now: number): PresenceState {
  if (state.capturedAt === null || now - state.capturedAt <= maxOpenMs) return state
  return { ...state, ...nothingPending, place: null }
}

function enter(state: PresenceState, at: number): AdvanceResult {
  return {
    next: { ...state, inside: true, entryTime: at, exitTime: null },
    change: 'entered',
    visit: { entryTime: at, exitTime: null, durationMinutes: null },
  }
}

function leave(state: PresenceState, at: number): AdvanceResult {
  const next = { ...state, inside: false, exitTime: at }
  // Without an entry time there is no visit to close, so none is returned.
  if (state.entryTime === null) return { next, change: 'left' }
  const visit = {
    entryTime: state.entryTime,
    exitTime: at,
    durationMinutes: countVisitMinutes(state.entryTime, at),
  }
  return { next, change: 'left', visit }
}

/** Returns the whole minutes between two times in ms, rounded down: a visit of 59 seconds lasted 0 minutes. */
export function countVisitMinutes(entryTime: number, exitTime: number): number {
  return Math.max(0, Math.floor((exitTime - entryTime) / 60_000))
}

export const presences = ['inside', 'outside', 'unknown'] as const
export type Presence = (typeof presences)[number]

/** Derives the presence: inside or outside if there is a reading, otherwise unknown (shown as Not Checked-in). */
export function toPresence(state: Pick<PresenceState, 'inside' | 'capturedAt'>): Presence {
  if (state.capturedAt === null) return 'unknown'
  return state.inside ? 'inside' : 'outside'
}
