import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { countVisitMinutes, type PresenceState, toPresence } from '@muster/domain/presence.ts'
import { type AmendedStay, type AmendResult, amendStays } from '@muster/domain/presence-amend.ts'
import { v7 as uuidV7 } from 'uuid'
import {
  createAmendedEvents,
  createLocatedEvents,
  createSeenEvents,
  toExitField,
  toIso,
  toMockField,
} from './batch-events.ts'
import type { FeedRow, LogRow, Track } from './batch-plan.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { type FreshCheck, toReading, toRecordedCheck } from './plan-batch.ts'
import type { ExistingVisit, Origin, StoredReading, Surroundings } from './read-around.ts'

export type AmendedVisit = Origin & {
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  readonly entryTime: number
  readonly exitTime: number | null
  readonly exitMock: boolean
}

/** `newest` is set if one of the late readings is now the newest of the person in the zone. */
export type AmendedState = {
  readonly place: string
  readonly state: PresenceState
  readonly newest?: PendingCheck
}

/** Everything one transaction writes for late checks, and the outcome of each. */
export type LatePlan = {
  readonly outcomes: (CheckOutcome | LateCheck)[]
  readonly log: LogRow[]
  readonly states: AmendedState[]
  /** The ids of visits to remove. */
  readonly gone: string[]
  readonly told: AmendedVisit[]
  readonly changes: FeedRow[]
  readonly feed: FeedRow[]
}

/** The late checks of one person in one zone, with the readings that were read around them. */
export type LateGroup = {
  readonly track: Track
  readonly fresh: readonly FreshCheck[]
  readonly around: Surroundings
}

/** Lists the late checks within the range that was read; the others wait for the next batch. */
export function listReachedChecks({ fresh, around: { complete, after } }: LateGroup): readonly FreshCheck[] {
  const lastReadAt = after.at(-1)?.capturedAt
  return complete || lastReadAt === undefined
    ? fresh
    : fresh.filter(it => toReading(it.check).capturedAt <= lastReadAt)
}

export function amendGroup(group: LateGroup): AmendResult<StoredReading> {
  const lateReadings = listReachedChecks(group).map(({ check }) => toStoredReading(check))
  return amendStays(lateReadings, group.around)
}

const toStoredReading = (check: PendingCheck): StoredReading => ({
  ...toReading(check),
  origin: { accuracyMeters: check.accuracyMeters, source: check.source, mock: check.mock },
})

/**
 * Adds the changes caused by one person's late checks in one zone to the plan, and updates the `state` of the track. A visit that
 * only became longer or shorter keeps its id.
 */
export function planLate(plan: LatePlan, group: LateGroup, amendment: AmendResult<StoredReading>): void {
  const { track } = group
  const previousState = track.state
  const reachedChecks = listReachedChecks(group)
  const visits = listAmendedVisits(group, amendment)
  const newest = reachedChecks.find(it => it.check.id === amendment.newest?.id)?.check
  track.state = amendment.state
  if (newest || !isSameState(previousState, amendment.state))
    plan.states.push({ place: track.place, state: amendment.state, ...(newest && { newest }) })
  plan.gone.push(...amendment.gone.map(it => it.id))
  plan.told.push(...visits)
  for (const { at, check } of group.fresh) {
    if (!reachedChecks.some(it => it.at === at)) {
      plan.outcomes[at] = { kind: 'late' }
      continue
    }
    plan.log.push({ check, change: 'stale', jump: amendment.jumps.has(check.id), track })
    plan.outcomes[at] = toRecordedCheck(check, 'stale', track)
  }
  const hasFlipped = previousState.inside !== amendment.state.inside
  if (hasFlipped) plan.changes.push(...createChangedEvents(track, previousState, visits, newest))
  if (visits.length > 0 || amendment.gone.length > 0 || hasFlipped)
    plan.feed.push(...createAmendedEvents(track))
  if (newest) {
    const firstField = toPresence(previousState) === 'unknown' && { first: true as const }
    const seenTracks = [{ ...track, ...firstField, newest: { check: newest, flipped: hasFlipped } }]
    plan.feed.push(...createSeenEvents(seenTracks), ...createLocatedEvents(seenTracks))
  }
}

function listAmendedVisits(group: LateGroup, { told, gone }: AmendResult<StoredReading>): AmendedVisit[] {
  const { userId, zoneId } = group.track
  const { stays } = group.around
  const unusedVisits = new Map(gone.map(it => [it.id, it]))
  const takeId = (isMatch: (findStay: { entryTime: number; exitTime: number | null }) => boolean) => {
    const stay = [...unusedVisits.values()].find(isMatch)
    if (stay) unusedVisits.delete(stay.id)
    return stay?.id
  }
  // Match visits with the same start first, then those with the same end, so that they keep their ids.
  const idsWithSameEntry = told.map(stay => takeId(it => it.entryTime === stay.entryTime))
  return told.map((stay, n) => ({
    id: idsWithSameEntry[n] ?? takeId(it => it.exitTime === stay.exitTime) ?? uuidV7(),
    userId,
    zoneId,
    entryTime: stay.entryTime,
    exitTime: stay.exitTime,
    ...findOrigin(stay, stays),
    exitMock: isExitMock(stay.exitTime, group),
  }))
}

const findOrigin = ({ begunBy }: AmendedStay<StoredReading>, stays: readonly ExistingVisit[]): Origin =>
  (typeof begunBy === 'string' ? stays.find(it => it.id === begunBy)?.origin : begunBy.origin) ?? {
    accuracyMeters: null,
    source: 'device',
    mock: false,
  }

/** True if the reading that ended a visit is faked. An unchanged end keeps its stored value. */
function isExitMock(exitTime: number | null, group: LateGroup): boolean {
  if (exitTime === null) return false
  const stays: readonly ExistingVisit[] = group.around.stays
  const existingVisit = stays.find(it => it.exitTime === exitTime)
  if (existingVisit) return existingVisit.exitMock
  const lateReadings = listReachedChecks(group).map(({ check }) => toStoredReading(check))
  const isExitReading = (it: StoredReading) => it.capturedAt === exitTime && !it.inside
  return (
    [...group.around.before, ...lateReadings, ...group.around.after].find(isExitReading)?.origin.mock ?? false
  )
}

const isSameState = (a: PresenceState, b: PresenceState) =>
  a.inside === b.inside &&
  a.entryTime === b.entryTime &&
  a.exitTime === b.exitTime &&
  a.pendingInside === b.pendingInside &&
  a.pendingSince === b.pendingSince &&
  a.pendingFrom === b.pendingFrom

/** As of the newest reading: a late one, or the one that was newest before. */
function createChangedEvents(
  track: Track,
  previousState: PresenceState,
  visits: readonly AmendedVisit[],
  newest: PendingCheck | undefined,
): FeedRow[] {
  const { userId, zoneId, state } = track
  const { entryTime, exitTime } = state
  const payload = {
    zoneId,
    userId,
    change: state.inside ? 'entered' : 'left',
    was: toPresence(previousState),
    at: toIso(state.capturedAt),
    entryTime: toIso(entryTime),
    ...toExitField(state),
    durationMinutes: entryTime !== null && exitTime !== null ? countVisitMinutes(entryTime, exitTime) : null,
    accuracyMeters: newest ? newest.accuracyMeters : (state.place?.accuracyMeters ?? null),
    source: newest?.source ?? track.source ?? 'device',
    ...toMockField(newest ?? track),
    visitId: visits.find(it => it.exitTime === null)?.id ?? null,
  }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.changed', payload }))
}
