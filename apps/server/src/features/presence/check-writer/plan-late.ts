import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { type PresenceState, toPresence, visitMinutes } from '@muster/domain/presence.ts'
import { type Amended, type AmendedStay, amendStays } from '@muster/domain/presence-amend.ts'
import { v7 as uuidV7 } from 'uuid'
import { amendedEvents, createSeenEvents, findExit, iso, locatedEvents, toMock } from './batch-events.ts'
import type { FeedRow, LogRow, Track } from './batch-plan.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { type FreshCheck, recorded, toReading } from './plan-batch.ts'
import type { AroundVisits, ExistingVisit, Origin, StoredReading } from './read-around.ts'

export type AmendedVisit = Origin & {
  readonly id: string
  readonly userId: string
  readonly zoneId: string
  readonly entryTime: number
  readonly exitTime: number | null
  readonly exitMock: boolean
}

/** A locked state row recomputed from late readings, with the newest check if one of them is. */
export type ToldState = {
  readonly place: string
  readonly state: PresenceState
  readonly newest?: PendingCheck
}

/** Everything one transaction writes for late checks, and the outcome of each. */
export type LatePlan = {
  readonly outcomes: (CheckOutcome | LateCheck)[]
  readonly log: LogRow[]
  readonly states: ToldState[]
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
  readonly around: AroundVisits
}

/** The late checks within the range that was read; the others wait for the next batch. */
export function reached({ fresh, around: { complete, after } }: LateGroup): readonly FreshCheck[] {
  const last = after.at(-1)?.capturedAt
  return complete || last === undefined ? fresh : fresh.filter(it => toReading(it.check).capturedAt <= last)
}

export function amend(group: LateGroup): Amended<StoredReading> {
  const late = reached(group).map(({ check }) => toStoredReading(check))
  return amendStays(late, group.around)
}

const toStoredReading = (check: PendingCheck): StoredReading => ({
  ...toReading(check),
  origin: { accuracyMeters: check.accuracyMeters, source: check.source, mock: check.mock },
})

/**
 * Adds the changes caused by one person's late checks in one zone to the plan, and updates the `state` of the track. A visit that
 * only became longer or shorter keeps its id.
 */
export function planLate(plan: LatePlan, group: LateGroup, amended: Amended<StoredReading>): void {
  const { track } = group
  const was = track.state
  const now = reached(group)
  const visits = listAmendedVisits(group, amended)
  const newest = now.find(it => it.check.id === amended.newest?.id)?.check
  track.state = amended.state
  if (newest || !isSame(was, amended.state))
    plan.states.push({ place: track.place, state: amended.state, ...(newest && { newest }) })
  plan.gone.push(...amended.gone.map(it => it.id))
  plan.told.push(...visits)
  for (const { at, check } of group.fresh) {
    if (!now.some(it => it.at === at)) {
      plan.outcomes[at] = { kind: 'late' }
      continue
    }
    plan.log.push({ check, change: 'stale', jump: amended.jumps.has(check.id), track })
    plan.outcomes[at] = recorded(check, 'stale', track)
  }
  const flipped = was.inside !== amended.state.inside
  if (flipped) plan.changes.push(...changedEvents(track, was, visits, newest))
  if (visits.length > 0 || amended.gone.length > 0 || flipped) plan.feed.push(...amendedEvents(track))
  if (newest) {
    const first = toPresence(was) === 'unknown' && { first: true as const }
    const results = [{ ...track, ...first, newest: { check: newest, flipped } }]
    plan.feed.push(...createSeenEvents(results), ...locatedEvents(results))
  }
}

function listAmendedVisits(group: LateGroup, { told, gone }: Amended<StoredReading>): AmendedVisit[] {
  const { userId, zoneId } = group.track
  const { stays } = group.around
  const free = new Map(gone.map(it => [it.id, it]))
  const takeId = (of: (findStay: { entryTime: number; exitTime: number | null }) => boolean) => {
    const stay = [...free.values()].find(of)
    if (stay) free.delete(stay.id)
    return stay?.id
  }
  // Match visits with the same start first, then those with the same end, so that they keep their ids.
  const byEntry = told.map(stay => takeId(it => it.entryTime === stay.entryTime))
  return told.map((stay, n) => ({
    id: byEntry[n] ?? takeId(it => it.exitTime === stay.exitTime) ?? uuidV7(),
    userId,
    zoneId,
    entryTime: stay.entryTime,
    exitTime: stay.exitTime,
    ...findOrigin(stay, stays),
    exitMock: isEndMadeUp(stay.exitTime, group),
  }))
}

const findOrigin = ({ begunBy }: AmendedStay<StoredReading>, stays: readonly ExistingVisit[]): Origin =>
  (typeof begunBy === 'string' ? stays.find(it => it.id === begunBy)?.origin : begunBy.origin) ?? {
    accuracyMeters: null,
    source: 'device',
    mock: false,
  }

/** True if the reading that ended a visit is faked. An unchanged end keeps its stored value. */
function isEndMadeUp(exitTime: number | null, group: LateGroup): boolean {
  if (exitTime === null) return false
  const stays: readonly ExistingVisit[] = group.around.stays
  const existing = stays.find(it => it.exitTime === exitTime)
  if (existing) return existing.exitMock
  const late = reached(group).map(({ check }) => toStoredReading(check))
  const isEnd = (it: StoredReading) => it.capturedAt === exitTime && !it.inside
  return [...group.around.before, ...late, ...group.around.after].find(isEnd)?.origin.mock ?? false
}

const isSame = (one: PresenceState, other: PresenceState) =>
  one.inside === other.inside &&
  one.entryTime === other.entryTime &&
  one.exitTime === other.exitTime &&
  one.pendingInside === other.pendingInside &&
  one.pendingSince === other.pendingSince &&
  one.pendingFrom === other.pendingFrom

/**
 * Creates the events for an entry or exit that results from recomputation, as of the newest reading: a late one, or the one that
 * was newest before.
 */
function changedEvents(
  track: Track,
  was: PresenceState,
  visits: readonly AmendedVisit[],
  newest: PendingCheck | undefined,
): FeedRow[] {
  const { userId, zoneId, state } = track
  const { entryTime, exitTime } = state
  const payload = {
    zoneId,
    userId,
    change: state.inside ? 'entered' : 'left',
    was: toPresence(was),
    at: iso(state.capturedAt),
    entryTime: iso(entryTime),
    ...findExit(state),
    durationMinutes: entryTime !== null && exitTime !== null ? visitMinutes(entryTime, exitTime) : null,
    accuracyMeters: newest ? newest.accuracyMeters : (state.place?.accuracyMeters ?? null),
    source: newest?.source ?? track.source ?? 'device',
    ...toMock(newest ?? track),
    visitId: visits.find(it => it.exitTime === null)?.id ?? null,
  }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.changed', payload }))
}
