import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { InvitedUser, ZoneUser } from '@muster/contract/users.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'

type ZonePeople = { users: ZoneUser[]; invited: InvitedUser[] }
type PresenceFacts = Pick<ZoneUser, 'presence' | 'lastSeen' | 'insideSince'>

const isOlder = (at: string, user: ZoneUser) =>
  user.lastSeen !== null && Date.parse(at) < Date.parse(user.lastSeen)

/** One member's row with newer facts of their presence; never back in time. */
function moved(user: ZoneUser, at: string, facts: PresenceFacts): ZoneUser {
  return isOlder(at, user) ? user : { ...user, ...facts }
}

/** Changes rows of the zone's list. Answers with the list where it must be asked again. */
function patch(client: QueryClient, zoneId: string, change: (user: ZoneUser) => ZoneUser): QueryKey[] {
  const key = orpc.users.inZone.queryKey({ input: { zoneId } })
  return patchQuery<ZonePeople>(client, key, data => {
    const users = patchRows(data.users, change)
    return users === data.users ? data : { ...data, users }
  })
}

/** Takes who has entered, or is gone, from those who were only invited. */
function uninvite(client: QueryClient, { zoneId, userId }: { zoneId: string; userId: string }) {
  client.setQueryData(orpc.users.inZone.queryKey({ input: { zoneId } }), old =>
    old?.invited.some(user => user.userId === userId)
      ? { ...old, invited: old.invited.filter(user => user.userId !== userId) }
      : old,
  )
}

/** What an event changes in the cached lists of members. Answers with the queries to ask again. */
export function applyUsers(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed': {
      const { zoneId, userId, at, entryTime } = event
      const facts: PresenceFacts =
        event.change === 'entered'
          ? { presence: 'inside', lastSeen: at, insideSince: entryTime ?? at }
          : { presence: 'outside', lastSeen: at, insideSince: null }
      return patch(client, zoneId, user => (user.userId === userId ? moved(user, at, facts) : user))
    }
    case 'presence.seen': {
      const seen = new Map(event.seen.map(one => [one.userId, one]))
      return patch(client, event.zoneId, user => {
        const one = seen.get(user.userId)
        if (!one) return user
        return moved(user, one.at, {
          presence: one.inside ? 'inside' : 'outside',
          lastSeen: one.at,
          insideSince: one.inside ? user.insideSince : null,
        })
      })
    }
    case 'presence.located': {
      const located = new Map(event.located.map(one => [one.userId, one]))
      return patch(client, event.zoneId, user => {
        const one = located.get(user.userId)
        if (!one || isOlder(one.at, user)) return user
        const { lat, lng, accuracyMeters } = one
        return { ...user, position: { lat, lng, accuracyMeters } }
      })
    }
    case 'membership.changed': {
      const { zoneId, userId, role } = event
      patch(client, zoneId, user => (user.userId === userId ? { ...user, zoneRole: role } : user))
      return [orpc.users.inZone.key({ input: { zoneId } })]
    }
    case 'membership.added':
      return [orpc.users.inZone.key({ input: { zoneId: event.zoneId } })]
    case 'membership.accepted':
      uninvite(client, event)
      return [orpc.users.inZone.key({ input: { zoneId: event.zoneId } })]
    case 'membership.removed': {
      const { zoneId, userId } = event
      const key = orpc.users.inZone.key({ input: { zoneId } })
      if (userId === me) {
        // What somebody may no longer see is not kept.
        client.removeQueries({ queryKey: key })
        return []
      }
      client.setQueryData(
        orpc.users.inZone.queryKey({ input: { zoneId } }),
        old => old && { ...old, users: old.users.filter(user => user.userId !== userId) },
      )
      uninvite(client, event)
      return [key]
    }
    case 'user.changed':
    case 'pin.changed':
      return [orpc.users.key()]
    default:
      return []
  }
}

/** The members a topic keeps up to date. */
export function usersTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'zone' ? [orpc.users.inZone.key({ input: { zoneId: topic.id } })] : []
}
