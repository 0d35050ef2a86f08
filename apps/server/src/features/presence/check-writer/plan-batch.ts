import {
  type Advance,
  advance,
  isBeforeSilence,
  isUnclear,
  rewind,
  toKind,
  toPresence,
  type Visit,
} from '@muster/domain/presence.ts'

import { v7 as uuidV7 } from 'uuid'
import { amendedEvents, changedEvents, createSeenEvents, locatedEvents } from './batch-events.ts'
import type { BatchPlan, StoredCheck, Track } from './batch-plan.ts'
import type { CheckOutcome, LateCheck, PendingCheck, RecordedCheck } from './pending-check.ts'

export const pairKey = (it: { userId: string; zoneId: string }) => it.userId + it.zoneId

/**
 * Decides what a batch does to its locked rows. Pure, except that it updates the `state` of the given tracks.
 *
 * - Without a track the sender is not a member of the zone (any more), whatever the caches contained.
 * - An id seen before, in the database or earlier in the batch, gets the result of its first copy and changes nothing. An id
 *   already used for a different reading, whoever sent it, is rejected.
 * - A check that is not newer than the locked state is late and left to `planLate`. So is one from before the silence that ended a
 *   visit.
 * - The others are applied in capture order. If a device's clock is fast, the server's clock is used, because the device's readings
 *   would otherwise block all later ones.
 */
export function planBatch(
  checks: readonly PendingCheck[],
  tracks: ReadonlyMap<string, Track>,
  stored: readonly StoredCheck[],
): BatchPlan {
  const plan: BatchPlan = { outcomes: [], log: [], back: [], ended: [], begun: [], changes: [], feed: [] }
  const { fresh, repeats } = sortOut(plan.outcomes, checks, tracks, stored)
  for (const { at, check, track, late } of fresh)
    plan.outcomes[at] = late ? { kind: 'late' } : apply(plan, track, check)
  answerRepeats(plan.outcomes, repeats)
  for (const { track } of plan.back) plan.feed.push(...amendedEvents(track))
  plan.feed.push(...createSeenEvents(tracks.values()), ...locatedEvents(tracks.values()))
  return plan
}

/** A check that is not in the log yet, with its index in the batch and whether it is late. */
export type FreshCheck = {
  readonly at: number
  readonly check: PendingCheck
  readonly track: Track
  readonly late: boolean
}
type Repeat = { readonly at: number; readonly track: Track; readonly first: StoredCheck | number }
type Outcomes = (CheckOutcome | LateCheck)[]

/** Answers refused checks, and separates new checks, in time order, from repeated ones. */
export function sortOut(
  outcomes: Outcomes,
  checks: readonly PendingCheck[],
  tracks: ReadonlyMap<string, Track>,
  stored: readonly StoredCheck[],
): { fresh: FreshCheck[]; repeats: Repeat[] } {
  const fresh: FreshCheck[] = []
  const repeats: Repeat[] = []
  const knownIds = new KnownIds(stored)
  for (const [at, check] of checks.entries()) {
    const track = tracks.get(pairKey(check))
    if (!track) {
      outcomes[at] = { kind: 'refused', code: 'ZONE_NOT_FOUND' }
      continue
    }
    const first = knownIds.findRepeated(check, at)
    if (first === 'taken') outcomes[at] = { kind: 'refused', code: 'CHECK_ID_TAKEN' }
    else if (first === undefined)
      fresh.push({ at, check, track, late: !isNewer(track, check) && isLate(check, track) })
    else repeats.push({ at, track, first })
  }
  return { fresh: fresh.sort((a, b) => byTime(a.check, b.check)), repeats }
}

export function answerRepeats(outcomes: Outcomes, repeats: readonly Repeat[]): void {
  for (const { at, track, first } of repeats) {
    const copy = typeof first === 'number' ? outcomes[first] : first
    if (copy && 'kind' in copy && copy.kind !== 'recorded') outcomes[at] = copy
    else if (copy) outcomes[at] = repeatAnswer(copy, track)
  }
}

const byTime = (one: PendingCheck, other: PendingCheck) =>
  effectiveTime(one) - effectiveTime(other) || (one.id < other.id ? -1 : Number(one.id > other.id))

/** True if the check may change past visits. An inaccurate reading never does, nor does the newest reading under another id. */
function isLate(check: PendingCheck, { state, source }: Track): boolean {
  // For former members the latest known time is the end of the last visit.
  const knownAt = state.capturedAt ?? state.exitTime
  const at = effectiveTime(check)
  if (knownAt === null || isUnclear(toReading(check))) return false
  if (at > knownAt) return isBeforeSilence(state, at)
  const { place } = state
  const isNewest =
    at === state.capturedAt &&
    place?.lat === check.lat &&
    place.lng === check.lng &&
    place.accuracyMeters === check.accuracyMeters &&
    source &&
    toKind(source) === toKind(check.source)
  return !isNewest
}

/** The ids in use, with their readings. Most batches contain no repetition. */
class KnownIds {
  readonly #stored = new Map<string, StoredCheck[]>()
  readonly #met = new Map<string, { first: PendingCheck; zones: Map<string, number> }>()

  constructor(stored: readonly StoredCheck[]) {
    for (const check of stored) {
      const copies = this.#stored.get(check.id)
      if (copies) copies.push(check)
      else this.#stored.set(check.id, [check])
    }
  }

  /** The first copy of the check, as stored or as its index in this batch; `taken` if the id belongs to another reading. */
  findRepeated(check: PendingCheck, at: number): StoredCheck | number | 'taken' | undefined {
    const copies = this.#stored.get(check.id)
    if (copies?.some(it => !isSameReading(it, check))) return 'taken'
    const copy = copies?.find(it => it.zoneId === check.zoneId)
    if (copy) return copy
    const met = this.#met.get(check.id)
    if (!met) {
      this.#met.set(check.id, { first: check, zones: new Map([[check.zoneId, at]]) })
      return undefined
    }
    if (!isSameReading(met.first, check)) return 'taken'
    const first = met.zones.get(check.zoneId)
    if (first === undefined) met.zones.set(check.zoneId, at)
    return first
  }
}

type OneReading = Pick<PendingCheck, 'userId' | 'lat' | 'lng' | 'capturedAt'>

const isSameReading = (one: OneReading, other: OneReading) =>
  one.userId === other.userId &&
  one.lat === other.lat &&
  one.lng === other.lng &&
  one.capturedAt === other.capturedAt

const effectiveTime = (check: PendingCheck) => Math.min(check.capturedAt, check.receivedAt)

/** Tolerance for the clock difference between nodes and for a current reading's transit time. */
const ABOUT_NOW_MS = 60_000

/**
 * True if the check is newer than the state, or if the state lies in the future by our clock when a current reading arrives: the
 * device's clock was fast and has been corrected. Otherwise the person would be stuck in that state until that time.
 */
const isNewer = ({ state }: Track, check: PendingCheck) =>
  (state.capturedAt ?? 0) > check.receivedAt + ABOUT_NOW_MS &&
  effectiveTime(check) > check.receivedAt - ABOUT_NOW_MS

/** Converts the check to the form the presence rules expect. */
export const toReading = (check: PendingCheck) => ({
  id: check.id,
  capturedAt: effectiveTime(check),
  inside: check.inside,
  certainty: check.certainty,
  source: toKind(check.source),
  accuracyMeters: check.accuracyMeters,
  distanceToEdgeM: check.distanceToEdgeM,
  zoneWidthM: check.zoneWidthAt(check),
  place: check,
})

function apply(plan: BatchPlan, track: Track, check: PendingCheck): RecordedCheck {
  const reading = toReading(check)
  if (isNewer(track, check)) rewindTrack(plan, track, reading.capturedAt)
  const before = track.state
  const mockBefore = track.newest ? track.newest.check.mock : (track.mock ?? false)
  const { next, silence, ...step } = advance(before, reading)
  const { change, jump = false } = step
  plan.log.push({ check, change, jump, track })
  if (silence) publishChange(plan, track, check, silence, mockBefore)
  if (next !== before) {
    track.newest = { check, flipped: change !== 'none' || silence !== undefined }
    if (toPresence(before) === 'unknown' && change === 'none') track.first = true
  }
  publishChange(plan, track, check, { ...step, next }, mockBefore)
  return recorded(check, change, track)
}

/** Updates the state, and publishes entries and exits. */
function publishChange(
  plan: BatchPlan,
  track: Track,
  check: PendingCheck,
  { next, change, visit }: Advance,
  mockBefore: boolean,
): void {
  const was = toPresence(track.state)
  track.state = next
  if (visit) {
    // A visit may end with a reading earlier than the one that confirmed the exit.
    const isEarlier = visit.exitTime !== null && visit.exitTime < toReading(check).capturedAt
    storeVisit(plan, track, isEarlier && mockBefore ? { ...check, mock: true } : check, visit)
  }
  if (change === 'entered' || change === 'left')
    plan.changes.push(...changedEvents(plan.begun, track, check, { change, was, visit }))
}

/** Sets visits in the future, caused by a fast clock, back together with the state. */
function rewindTrack(plan: BatchPlan, track: Track, at: number): void {
  const { userId, zoneId, openVisit } = track
  track.state = rewind(track.state, at)
  plan.back.push({ userId, zoneId, at, track })
  const newVisit = openVisit === undefined ? undefined : plan.begun[openVisit]
  if (newVisit && openVisit !== undefined)
    plan.begun[openVisit] = { ...newVisit, entryTime: Math.min(newVisit.entryTime, at) }
}

/** Builds the result of a check recorded in this batch. */
export function recorded(check: PendingCheck, change: RecordedCheck['change'], track: Track): RecordedCheck {
  const { inside, certainty, distanceToCenterM, distanceToEdgeM, capturedAt, receivedAt } = check
  return {
    kind: 'recorded',
    repeated: false,
    inside,
    certainty,
    unclear: isUnclear(toReading(check)),
    distanceToCenterM,
    distanceToEdgeM,
    change,
    capturedAt,
    receivedAt,
    presence: toPresence(track.state),
  }
}

function storeVisit(plan: BatchPlan, track: Track, check: PendingCheck, visit: Visit): void {
  const { userId, zoneId, openVisit } = track
  const newVisit = openVisit === undefined ? undefined : plan.begun[openVisit]
  if (visit.exitTime === null) track.openVisit = plan.begun.push({ ...visit, id: uuidV7(), check }) - 1
  else if (newVisit && openVisit !== undefined) {
    plan.begun[openVisit] = { ...newVisit, ...visit, exitMock: check.mock }
    track.openVisit = undefined
  } else plan.ended.push({ userId, zoneId, mock: check.mock, ...visit })
}

function repeatAnswer(copy: StoredCheck | RecordedCheck, track: Track): RecordedCheck {
  const { inside, certainty, unclear, distanceToCenterM, distanceToEdgeM, change, capturedAt, receivedAt } =
    copy
  const presence = toPresence(track.state)
  const verdict = {
    inside,
    certainty,
    unclear,
    distanceToCenterM,
    distanceToEdgeM,
    change,
    capturedAt,
    receivedAt,
  }
  return { kind: 'recorded', repeated: true, ...verdict, presence }
}
