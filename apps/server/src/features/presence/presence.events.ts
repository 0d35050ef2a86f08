import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import { withLink } from '../../live/with-links.ts'

/** Other people's presence is visible only to people who may view the zone's attendance; people always see their own. */
const mayViewAttendance = (viewer: FeedViewer) => viewerMay(viewer, 'view_attendance')

export const presenceEvents: EventRules<
  'presence.changed' | 'presence.amended' | 'presence.consent' | 'presence.seen' | 'presence.located'
> = {
  'presence.changed': {
    on: ['zone', 'user'],
    canSee(viewer, event) {
      if (event.userId !== viewer.userId && !mayViewAttendance(viewer)) return false
      const { listed } = event
      if (!listed?.member) return true
      return { ...event, listed: { ...listed, member: withLink(listed.member, viewer) } }
    },
  },
  'presence.amended': {
    on: ['zone', 'user'],
    canSee: (viewer, event) => event.userId === viewer.userId || mayViewAttendance(viewer),
  },
  /** Written by a trigger for each of the person's zones. */
  'presence.consent': {
    on: ['zone'],
    canSee: viewer => mayViewAttendance(viewer),
  },
  'presence.seen': {
    on: ['zone'],
    passing: true,
    canSee(viewer, event) {
      if (mayViewAttendance(viewer)) {
        // The source is omitted: no screen shows it for other people, and at fifty readings a second it would be a tenth of the
        // traffic.
        const sightings = event.seen.map(({ source, ...it }) =>
          it.userId === viewer.userId ? { ...it, source } : it,
        )
        return { ...event, seen: sightings }
      }
      const ownSightings = event.seen.filter(it => it.userId === viewer.userId)
      return ownSightings.length > 0 && { ...event, seen: ownSightings }
    },
    merge(older, newer) {
      const firstUserIds = new Set(older.seen.flatMap(it => (it.first ? it.userId : [])))
      const sightings = keepNewestReadings(older.seen, newer.seen).map(it =>
        firstUserIds.has(it.userId) ? { ...it, first: true as const } : it,
      )
      return { ...newer, seen: sightings }
    },
  },
  'presence.located': {
    on: ['zone'],
    passing: true,
    canSee: viewer => viewerMay(viewer, 'track_live_locations'),
    merge: (older, newer) => ({ ...newer, located: keepNewestReadings(older.located, newer.located) }),
  },
}

/** Merges the readings of two events, keeping each person's newest one. */
const keepNewestReadings = <Reading extends { userId: string }>(
  older: readonly Reading[],
  newer: readonly Reading[],
): Reading[] => [...new Map([...older, ...newer].map(it => [it.userId, it])).values()]
