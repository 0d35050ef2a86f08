import {
  type AdvanceResult,
  advance,
  isBeforeSilence,
  isUnclear,
  rewind,
  toKind,
  toPresence,
  type Visit,
} from '@muster/domain/presence.ts'

import { v7 as uuidV7 } from 'uuid'
import {
  createAmendedEvents,
  createChangedEvents,
  createLocatedEvents,
  createSeenEvents,
} from './batch-events.ts'
import type { BatchPlan, StoredCheck, Track } from './batch-plan.ts'
import type { CheckOutcome, LateCheck, PendingCheck, RecordedCheck } from './pending-check.ts'

export const pairKey = (it: { userId: string; zoneId: string }) => it.userId + it.zoneId

/**
 * Decides what a batch does to its locked rows. Pure, except that it updates the given tracks.
 *
 * - A check without a track is refused, because its sender is not, or no longer, a member of the zone, whatever the caches
 *   contained.
 * - An id seen before, in the database or earlier in the batch, gets the result of its first copy and changes nothing. An id
 *   already used for a different reading, whoever sent it, is rejected.
 * - A check that is not newer than the locked state is late and left to `planLate`. So is a check from before the silence that
 *   ended a visit.
 * - The others are applied in capture order. If a device's clock is fast, the server's clock is used, because readings from the
 *   future would otherwise block all later ones.
 */
export function planBatch(
  checks: readonly PendingCheck[],
  tracks: ReadonlyMap<string, Track>,
  storedChecks: readonly StoredCheck[],
): BatchPlan {
  const plan: BatchPlan = { outcomes: [], log: [], back: [], ended: [], begun: [], changes: [], feed: [] }
  const { fresh, repeats } = sortChecks(plan.outcomes, checks, tracks, storedChecks)
  for (const { at, check, track, late } of fresh)
    plan.outcomes[at] = late ? { kind: 'late' } : applyCheck(plan, track, check)
  answerRepeats(plan.outcomes, repeats)
  for (const { track } of plan.back) plan.feed.push(...createAmendedEvents(track))
  plan.feed.push(...createSeenEvents(tracks.values()), ...createLocatedEvents(tracks.values()))
  return plan
}

/** A check that is not in the log yet, with its index in the batch and whether it is late. */
export type FreshCheck = {
  readonly at: number
  readonly check: PendingCheck
  readonly track: Track
  readonly late: boolean
}
type RepeatedCheck = { readonly at: number; readonly track: Track; readonly first: StoredCheck | number }
type Outcomes = (CheckOutcome | LateCheck)[]

/** Sets the outcomes of refused checks, and separates new checks, in time order, from repeated ones. */
export function sortChecks(
  outcomes: Outcomes,
  checks: readonly PendingCheck[],
  tracks: ReadonlyMap<string, Track>,
  storedChecks: readonly StoredCheck[],
): { fresh: FreshCheck[]; repeats: RepeatedCheck[] } {
  const freshChecks: FreshCheck[] = []
  const repeatedChecks: RepeatedCheck[] = []
  const knownIds = new KnownIds(storedChecks)
  for (const [index, check] of checks.entries()) {
    const track = tracks.get(pairKey(check))
    if (!track) {
      outcomes[index] = { kind: 'refused', code: 'ZONE_NOT_FOUND' }
      continue
    }
    const firstCopy = knownIds.findRepeated(check, index)
    if (firstCopy === 'taken') outcomes[index] = { kind: 'refused', code: 'CHECK_ID_TAKEN' }
    else if (firstCopy === undefined)
      freshChecks.push({
        at: index,
        check,
        track,
        late: !isAfterFastClock(track, check) && isLate(check, track),
      })
    else repeatedChecks.push({ at: index, track, first: firstCopy })
  }
  return { fresh: freshChecks.sort((a, b) => compareTimes(a.check, b.check)), repeats: repeatedChecks }
}

export function answerRepeats(outcomes: Outcomes, repeats: readonly RepeatedCheck[]): void {
  for (const { at, track, first } of repeats) {
    const firstCopy = typeof first === 'number' ? outcomes[first] : first
    if (firstCopy && 'kind' in firstCopy && firstCopy.kind !== 'recorded') outcomes[at] = firstCopy
    else if (firstCopy) outcomes[at] = toRepeatedCheck(firstCopy, track)
  }
}

const compareTimes = (a: PendingCheck, b: PendingCheck) =>
  effectiveTime(a) - effectiveTime(b) || (a.id < b.id ? -1 : Number(a.id > b.id))

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

/** Finds checks whose id was already used, in the database or earlier in the batch. */
class KnownIds {
  readonly #stored = new Map<string, StoredCheck[]>()
  readonly #met = new Map<string, { first: PendingCheck; zones: Map<string, number> }>()

  constructor(storedChecks: readonly StoredCheck[]) {
    for (const check of storedChecks) {
      const copies = this.#stored.get(check.id)
      if (copies) copies.push(check)
      else this.#stored.set(check.id, [check])
    }
  }

  /**
   * Returns the first copy of the check, as stored or as its index in this batch; 'taken' if the id belongs to another reading, and
   * undefined if the id is new.
   */
  findRepeated(check: PendingCheck, index: number): StoredCheck | number | 'taken' | undefined {
    const copies = this.#stored.get(check.id)
    if (copies?.some(it => !isSameReading(it, check))) return 'taken'
    const copy = copies?.find(it => it.zoneId === check.zoneId)
    if (copy) return copy
    const batchEntry = this.#met.get(check.id)
    if (!batchEntry) {
      this.#met.set(check.id, { first: check, zones: new Map([[check.zoneId, index]]) })
      return undefined
    }
    if (!isSameReading(batchEntry.first, check)) return 'taken'
    const firstIndex = batchEntry.zones.get(check.zoneId)
    if (firstIndex === undefined) batchEntry.zones.set(check.zoneId, index)
    return firstIndex
  }
}

type ReadingIdentity = Pick<PendingCheck, 'userId' | 'lat' | 'lng' | 'capturedAt'>

const isSameReading = (a: ReadingIdentity, b: ReadingIdentity) =>
  a.userId === b.userId && a.lat === b.lat && a.lng === b.lng && a.capturedAt === b.capturedAt

const effectiveTime = (check: PendingCheck) => Math.min(check.capturedAt, check.receivedAt)

/** Tolerance (ms) for the clock difference between nodes and for a current reading's transit time. */
const CLOCK_TOLERANCE_MS = 60_000

/** The device's fast clock has been corrected. Without this rule, the person would be stuck in that state until that time. */
const isAfterFastClock = ({ state }: Track, check: PendingCheck) =>
  (state.capturedAt ?? 0) > check.receivedAt + CLOCK_TOLERANCE_MS &&
  effectiveTime(check) > check.receivedAt - CLOCK_TOLERANCE_MS

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

function applyCheck(plan: BatchPlan, track: Track, check: PendingCheck): RecordedCheck {
  const reading = toReading(check)
  if (isAfterFastClock(track, check)) rewindTrack(plan, track, reading.capturedAt)
  const previousState = track.state
  const wasMock = track.newest ? track.newest.check.mock : (track.mock ?? false)
  const { next, silence, ...step } = advance(previousState, reading)
  const { change, jump = false } = step
  plan.log.push({ check, change, jump, track })
  if (silence) publishChange(plan, track, check, silence, wasMock)
  if (next !== previousState) {
    track.newest = { check, flipped: change !== 'none' || silence !== undefined }
    if (toPresence(previousState) === 'unknown' && change === 'none') track.first = true
  }
  publishChange(plan, track, check, { ...step, next }, wasMock)
  return toRecordedCheck(check, change, track)
}

/** Updates the state, and adds the changed visit and the events about an entry or exit to the plan. */
function publishChange(
  plan: BatchPlan,
  track: Track,
  check: PendingCheck,
  { next, change, visit }: AdvanceResult,
  wasMock: boolean,
): void {
  const previousPresence = toPresence(track.state)
  track.state = next
  if (visit) {
    // A visit may end with a reading earlier than the one that confirmed the exit.
    const isEarlier = visit.exitTime !== null && visit.exitTime < toReading(check).capturedAt
    storeVisit(plan, track, isEarlier && wasMock ? { ...check, mock: true } : check, visit)
  }
  if (change === 'entered' || change === 'left')
    plan.changes.push(
      ...createChangedEvents(plan.begun, track, check, { change, was: previousPresence, visit }),
    )
}

/** Rewinds the state, and visits that a fast device clock put in the future, to `at`. */
function rewindTrack(plan: BatchPlan, track: Track, at: number): void {
  const { userId, zoneId, openVisit } = track
  track.state = rewind(track.state, at)
  plan.back.push({ userId, zoneId, at, track })
  const newVisit = openVisit === undefined ? undefined : plan.begun[openVisit]
  if (newVisit && openVisit !== undefined)
    plan.begun[openVisit] = { ...newVisit, entryTime: Math.min(newVisit.entryTime, at) }
}

/** Builds the result of a check recorded in this batch. */
export function toRecordedCheck(
  check: PendingCheck,
  change: RecordedCheck['change'],
  track: Track,
): RecordedCheck {
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

function toRepeatedCheck(copy: StoredCheck | RecordedCheck, track: Track): RecordedCheck {
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
