import {
  adminTopic,
  captainsTopic,
  everyoneTopic,
  groupTopic,
  parseTopic,
  type Topic,
  userTopic,
  zoneTopic,
} from '@muster/contract/topic.ts'
import { effectiveRole, isInternalAdmin, needsPin, type ZoneRole } from '@muster/domain/role.ts'
import { toPermissionChanges } from '@muster/domain/zone-permission.ts'
import type { Database } from '../db/database.ts'
import { listFollowedCaptaincies } from '../features/emergencies/index.ts'
import { listUserRooms, type RoomRow } from '../features/groups/rooms.queries.ts'
import { type FollowableZoneRow, listFollowableZones } from '../features/zones/zones.queries.ts'
import type { FeedAccess, Grant } from '../live/access.ts'
import { type FeedViewer, findRule, viewerMay } from '../live/event-rules.ts'
import type { ActiveSession } from '../rpc/sessions.ts'
import { eventRules } from './events.ts'

/** Decides who may follow which topic, and which of its events they may see according to the features' rules. */
export function createFeedAccess(
  db: Database,
  createLinks: (session: { readonly sessionId: string }) => FeedViewer['linkTo'],
): FeedAccess<FeedViewer> {
  return {
    async grant(session, topicTexts) {
      const topics = topicTexts.flatMap(text => parseTopic(text) ?? [])
      const groupIds = topics.flatMap(topic => (topic.kind === 'group' ? topic.id : []))
      const groups = groupIds.length > 0 ? await listUserRooms(db.pool, session.userId, groupIds) : []
      const zoneIds = topics.flatMap(topic => (topic.kind === 'zone' ? topic.id : []))
      zoneIds.push(...groups.map(room => room.zone_id))
      const person = { ...session, seesAll: isInternalAdmin(session.role) }
      const zones = zoneIds.length > 0 ? await listFollowableZones(db.pool, person, zoneIds) : []
      const zonesById = new Map(zones.map(row => [row.zone_id, row]))
      const captainZoneIds = topics.flatMap(topic => (topic.kind === 'captains' ? topic.id : []))
      const captaincies = new Set(
        captainZoneIds.length > 0
          ? await listFollowedCaptaincies(db.pool, session.userId, captainZoneIds)
          : [],
      )
      const linkTo = createLinks(session)
      const groupsById = new Map(groups.map(room => [room.group_id, room]))
      const grants = topics.flatMap(topic => {
        // Without the PIN, as for the list of a captain. The role says nothing here.
        if (topic.kind === 'captains')
          return captaincies.has(topic.id)
            ? { topic: captainsTopic(topic.id), viewer: { userId: session.userId, role: null, linkTo } }
            : []
        if (topic.kind !== 'group') return findGrant(session, linkTo, topic, zonesById) ?? []
        const group = groupsById.get(topic.id)
        const zone = group && zonesById.get(group.zone_id)
        return (zone && createGroupGrant(createZoneGrant(session, linkTo, zone), group)) ?? []
      })
      const grantedTopics = new Set(grants.map(grant => grant.topic))
      return { granted: grants, denied: topicTexts.filter(text => !grantedTopics.has(text)) }
    },
    maySee: (viewer, event) => findRule(eventRules, event)?.canSee(viewer, event) ?? false,
    revokes: (event, session) => findRule(eventRules, event)?.closes?.(event, session) ?? [],
    regrants: event => findRule(eventRules, event)?.regrants,
    merges: event => findRule(eventRules, event)?.merge,
  }
}

function findGrant(
  session: ActiveSession,
  linkTo: FeedViewer['linkTo'],
  topic: Exclude<Topic, { kind: 'group' | 'captains' }>,
  zones: ReadonlyMap<string, FollowableZoneRow>,
): Grant<FeedViewer> | undefined {
  const { userId, role } = session
  switch (topic.kind) {
    case 'user':
      return topic.id === userId
        ? { topic: userTopic(userId), viewer: { userId, role: null, linkTo } }
        : undefined
    case 'everyone':
      return { topic: everyoneTopic, viewer: { userId, role: null, linkTo } }
    case 'admin':
      return isInternalAdmin(role) ? { topic: adminTopic, viewer: { userId, role, linkTo } } : undefined
    case 'zone': {
      const zone = zones.get(topic.id)
      return zone && createZoneGrant(session, linkTo, zone)
    }
  }
}

/** Returns the grant for a zone's topic. For roles that need the PIN, it requires a zone entry and ends when the entry expires. */
function createZoneGrant(
  { userId, role }: ActiveSession,
  linkTo: FeedViewer['linkTo'],
  zone: FollowableZoneRow,
): Grant<FeedViewer> | undefined {
  const topic = zoneTopic(zone.zone_id)
  const zoneRole = effectiveRole(role, (zone.zone_role ?? undefined) as ZoneRole | undefined)
  const viewer = { userId, role: zoneRole, ...toPermissionChanges(zone.changes), linkTo }
  if (!needsPin(zoneRole)) return { topic, viewer }
  const expiresAt = zone.entry_expires_at?.getTime()
  return expiresAt === undefined ? undefined : { topic, viewer, until: expiresAt }
}

/** Grants a group's topic to its members and to people who manage groups. It ends with the grant for the zone. */
function createGroupGrant(
  zone: Grant<FeedViewer> | undefined,
  { group_id, is_member }: RoomRow,
): Grant<FeedViewer> | undefined {
  if (!zone || !viewerMay(zone.viewer, 'view_groups')) return undefined
  return is_member || viewerMay(zone.viewer, 'manage_groups')
    ? { ...zone, topic: groupTopic(group_id) }
    : undefined
}
