import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { Presence, PresenceState, Visit } from '@muster/domain/presence.ts'
import { isoTime } from '../../../lib/iso-time.ts'
import type { FeedRow, NewVisit, Track } from './batch-plan.ts'
import type { PendingCheck } from './pending-check.ts'

/** Events for viewers of the zone and for the person's own devices. */
export function changedEvents(
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
    at: iso(state.capturedAt),
    entryTime: iso(state.entryTime),
    ...findExit(state),
    durationMinutes: visit?.durationMinutes ?? null,
    accuracyMeters: check.accuracyMeters,
    source: check.source,
    ...toMock(check),
    visitId: openVisit === undefined ? null : (newVisits[openVisit]?.id ?? null),
  }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.changed', payload }))
}

/** Returns the exit time for the event if the person left. */
export const findExit = ({ inside, exitTime }: PresenceState) =>
  inside || exitTime === null ? {} : { exitTime: iso(exitTime) }

/** Announces that visits were corrected. */
export function amendedEvents({ userId, zoneId, state }: Track): FeedRow[] {
  const payload = { zoneId, userId, insideSince: state.inside ? iso(state.entryTime) : null }
  return [zoneTopic(zoneId), userTopic(userId)].map(topic => ({ topic, kind: 'presence.amended', payload }))
}

/** Creates one event per zone for people whose newest reading in this batch changed only their last-seen time. */
export function createSeenEvents(tracks: Iterable<Track>): FeedRow[] {
  const zones = new Map<string, object[]>()
  for (const { userId, zoneId, state, newest, first } of tracks) {
    if (!newest || newest.flipped) continue
    const { accuracyMeters, source } = newest.check
    const how = { accuracyMeters, source, ...toMock(newest.check) }
    const sighting = { userId, inside: state.inside, first, at: iso(state.capturedAt), ...how }
    const others = zones.get(zoneId)
    if (others) others.push(sighting)
    else zones.set(zoneId, [sighting])
  }
  return [...zones].map(([zoneId, sightings]) => ({
    topic: zoneTopic(zoneId),
    kind: 'presence.seen',
    payload: { zoneId, seen: sightings },
  }))
}

/** Creates one event per zone with the positions of its people, whether or not their presence changed. */
export function locatedEvents(tracks: Iterable<Track>): FeedRow[] {
  const zones = new Map<string, object[]>()
  for (const { userId, zoneId, state, newest } of tracks) {
    if (!newest) continue
    const { lat, lng, accuracyMeters } = newest.check
    const place = {
      userId,
      lat: shortDegrees(lat),
      lng: shortDegrees(lng),
      accuracyMeters,
      ...toMock(newest.check),
      at: iso(state.capturedAt),
    }
    const others = zones.get(zoneId)
    if (others) others.push(place)
    else zones.set(zoneId, [place])
  }
  return [...zones].map(([zoneId, located]) => ({
    topic: zoneTopic(zoneId),
    kind: 'presence.located',
    payload: { zoneId, located },
  }))
}

/** Includes `mock` only for faked positions. */
export const toMock = ({ mock }: { mock?: boolean | undefined }) => (mock ? { mock } : {})

export const iso = (ms: number | null) => (ms === null ? null : isoTime(ms))

/** Rounds to about a tenth of a metre, because every viewer receives this up to fifty times a second. */
const shortDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6
