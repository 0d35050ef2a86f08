import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { ZoneUser } from '@muster/contract/users.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

type PresenceFacts = Pick<ZoneUser, 'presence' | 'lastSeen' | 'insideSince'>

/** One member's row with newer facts of their presence; never back in time. */
function moved(user: ZoneUser, at: string, facts: PresenceFacts): ZoneUser {
  if (user.lastSeen !== null && Date.parse(at) < Date.parse(user.lastSeen)) return user
  return { ...user, ...facts }
}

/** Whether a reading makes facts old that the event does not carry: where somebody is, or since when. */
function asksAgain(user: ZoneUser, inside: boolean): boolean {
  return user.position !== null || user.lastSeen === null || (user.presence === 'inside') !== inside
}

function patch(
  client: QueryClient,
  zoneId: string,
  change: (user: ZoneUser) => ZoneUser | undefined,
): boolean {
  const key = orpc.users.inZone.queryKey({ input: { zoneId } })
  const cached = client.getQueryData(key)
  if (!cached) return false
  const users = cached.users.flatMap(user => change(user) ?? [])
  const touched = users.length !== cached.users.length || users.some((user, i) => user !== cached.users[i])
  if (touched) client.setQueryData(key, { users })
  return true
}

/**
 * What an event changes in the cached lists of members. Presence is patched at once; the position of the reading is not in
 * the event, so where one is shown the list is asked again as well. Answers with the queries to ask again.
 */
export function applyUsers(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed': {
      const { zoneId, userId, at } = event
      const inside = event.change === 'entered'
      patch(client, zoneId, user =>
        user.userId === userId
          ? moved(user, at, {
              presence: inside ? 'inside' : 'outside',
              lastSeen: at,
              insideSince: inside ? (event.entryTime ?? at) : null,
            })
          : user,
      )
      return [orpc.users.inZone.key({ input: { zoneId } })]
    }
    case 'presence.seen': {
      const seen = new Map(event.seen.map(one => [one.userId, one]))
      let isOld = false
      const cached = patch(client, event.zoneId, user => {
        const one = seen.get(user.userId)
        if (!one) return user
        if (asksAgain(user, one.inside)) isOld = true
        return moved(user, one.at, {
          presence: one.inside ? 'inside' : 'outside',
          lastSeen: one.at,
          insideSince: one.inside ? user.insideSince : null,
        })
      })
      // Not there yet, it may be on its way with older times.
      return cached && !isOld ? [] : [orpc.users.inZone.key({ input: { zoneId: event.zoneId } })]
    }
    case 'membership.changed': {
      const { zoneId, userId, role } = event
      patch(client, zoneId, user => (user.userId === userId ? { ...user, zoneRole: role } : user))
      return [orpc.users.inZone.key({ input: { zoneId } })]
    }
    case 'membership.added':
      return [orpc.users.inZone.key({ input: { zoneId: event.zoneId } })]
    case 'membership.removed': {
      const { zoneId, userId } = event
      const key = orpc.users.inZone.key({ input: { zoneId } })
      if (userId === me) {
        // What somebody may no longer see is not kept.
        client.removeQueries({ queryKey: key })
        return []
      }
      patch(client, zoneId, user => (user.userId === userId ? undefined : user))
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
