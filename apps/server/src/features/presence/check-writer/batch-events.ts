import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { Presence, PresenceState, Visit } from '@muster/domain/presence.ts'
import { formatIsoTime } from '../../../lib/iso-time.ts'
import type { FeedRow, NewVisit, Track } from './batch-plan.ts'
import type { PendingCheck } from './pending-check.ts'

/** Creates the events about an entry or exit, for viewers of the zone and for the person's own devices. */
export function createChangedEvents(
  newVisits: readonly NewVisit[],
  { userId, zoneId, state, openVisit }: Track,
  check: PendingCheck,
  { change, was, visit }: { change: 'entered' | 'left'; was: Presence; visit: Visit | undefined },
): FeedRow[] {
  const payload = {
    zoneId,
    userId,
    change,
    was,
    at: toIso(state.capturedAt),
    entryTime: toIso(state.entryTime),
    ...toExitField(state),
    durationMinutes: visit?.durationMinutes ?? null,
    accuracyMeters: check.accuracyMeters,
    source: check.source,
    ...toMockField(check),
    visitId: openVisit === undefined ? null : (newVisits[openVisit]?.id ?? null),
  }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.changed', payload }))
}

/** Returns the exit time for the event if the person left. */
export const toExitField = ({ inside, exitTime }: PresenceState) =>
  inside || exitTime === null ? {} : { exitTime: toIso(exitTime) }

export function createAmendedEvents({ userId, zoneId, state }: Track): FeedRow[] {
  const payload = { zoneId, userId, insideSince: state.inside ? toIso(state.entryTime) : null }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.amended', payload }))
}

/** Creates one event per zone with the people whose newest reading in this batch was neither an entry nor an exit. */
export function createSeenEvents(tracks: Iterable<Track>): FeedRow[] {
  const sightingsByZone = new Map<string, object[]>()
  for (const { userId, zoneId, state, newest, first } of tracks) {
    if (!newest || newest.flipped) continue
    const { accuracyMeters, source } = newest.check
    const readingFields = { accuracyMeters, source, ...toMockField(newest.check) }
    const sighting = { userId, inside: state.inside, first, at: toIso(state.capturedAt), ...readingFields }
    const zoneSightings = sightingsByZone.get(zoneId)
    if (zoneSightings) zoneSightings.push(sighting)
    else sightingsByZone.set(zoneId, [sighting])
  }
  return [...sightingsByZone].map(([zoneId, sightings]) => ({
    topic: zoneTopic(zoneId),
    kind: 'presence.seen',
    payload: { zoneId, seen: sightings },
  }))
}

/** Creates one event per zone with the positions of its people, whether or not their presence changed. */
export function createLocatedEvents(tracks: Iterable<Track>): FeedRow[] {
  const positionsByZone = new Map<string, object[]>()
  for (const { userId, zoneId, state, newest } of tracks) {
    if (!newest) continue
    const { lat, lng, accuracyMeters } = newest.check
    const position = {
      userId,
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      accuracyMeters,
      ...toMockField(newest.check),
      at: toIso(state.capturedAt),
    }
    const zonePositions = positionsByZone.get(zoneId)
    if (zonePositions) zonePositions.push(position)
    else positionsByZone.set(zoneId, [position])
  }
  return [...positionsByZone].map(([zoneId, positions]) => ({
    topic: zoneTopic(zoneId),
    kind: 'presence.located',
    payload: { zoneId, located: positions },
  }))
}

/** Includes `mock` only for faked positions. */
export const toMockField = ({ mock }: { mock?: boolean | undefined }) => (mock ? { mock } : {})

export const toIso = (ms: number | null) => (ms === null ? null : formatIsoTime(ms))

/** Rounds to about a tenth of a metre to keep events small, because every viewer receives them up to fifty times a second. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6
