import type { FeedEvent } from '@muster/contract/feed.ts'
import { effectiveRole, isInternalAdmin, needsPin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { maySeePresence } from '../features/presence/presence.live.ts'
import { maySeeMembership } from '../features/users/users.live.ts'
import { maySeeZone } from '../features/zones/zones.live.ts'
import { type FollowRow, listFollowableZones } from '../features/zones/zones.queries.ts'
import type { FeedAccess, Grant } from '../live/access.ts'
import type { ActiveSession } from '../rpc/sessions.ts'

/** As whom somebody follows a topic: their effective role in the zone of the topic, null where there is no zone. */
export type FeedViewer = { readonly userId: string; readonly role: Role | null }

/** Who may follow which topic and see which event: the features' `*.live.ts`, put together. */
export function createFeedAccess(db: Database): FeedAccess<FeedViewer> {
  return {
    async grant(session, topics) {
      const zoneIds = topics
        .filter(topic => topic.startsWith('zone:'))
        .map(topic => topic.slice('zone:'.length))
      const person = { ...session, seesAll: isInternalAdmin(session.role) }
      const zones = zoneIds.length > 0 ? await listFollowableZones(db.pool, person, zoneIds) : []
      const byZone = new Map(zones.map(row => [row.zone_id, row]))
      const granted = topics.flatMap(topic => grantOf(session, topic, byZone) ?? [])
      const names = new Set(granted.map(grant => grant.topic))
      return { granted, denied: topics.filter(topic => !names.has(topic)) }
    },

    maySee({ userId, role }, event) {
      switch (event.kind) {
        case 'presence.changed':
        case 'presence.seen':
          return maySeePresence(role, userId, event)
        case 'user.changed':
        case 'pin.changed':
        case 'membership.added':
        case 'membership.changed':
        case 'membership.removed':
          return maySeeMembership(role, userId, event)
        case 'zone.created':
        case 'zone.changed':
        case 'zone.removed':
          return maySeeZone(role, event)
        case 'session.started':
        case 'session.revoked':
          return event.userId === userId
      }
    },

    revokes(event: FeedEvent, session: ActiveSession) {
      if (event.kind === 'membership.removed' && event.userId === session.userId)
        return [`zone:${event.zoneId}`]
      if (event.kind === 'zone.removed') return [`zone:${event.zoneId}`]
      if (event.kind === 'session.revoked' && event.userId === session.userId)
        return event.sessionId === null || event.sessionId === session.sessionId ? 'session' : []
      return []
    },
  }
}

function grantOf(
  session: ActiveSession,
  topic: string,
  zones: ReadonlyMap<string, FollowRow>,
): Grant<FeedViewer> | undefined {
  const { userId, role } = session
  if (topic === `user:${userId}`) return { topic, viewer: { userId, role: null } }
  if (topic === 'admin') return isInternalAdmin(role) ? { topic, viewer: { userId, role } } : undefined
  const zone = zones.get(topic.slice('zone:'.length))
  if (!zone) return undefined
  const roleThere = effectiveRole(role, (zone.zone_role ?? undefined) as ZoneRole | undefined)
  if (!needsPin(roleThere)) return { topic, viewer: { userId, role: roleThere } }
  // Where the role asks for the PIN, the topic is open as long as the entry.
  const until = zone.entry_expires_at?.getTime()
  return until === undefined ? undefined : { topic, viewer: { userId, role: roleThere }, until }
}
