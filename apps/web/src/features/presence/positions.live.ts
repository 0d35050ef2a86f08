import type { FeedEvent } from '@muster/contract/feed.ts'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'

type Positions = { people: LivePosition[] }

const isNewer = (at: string, person: LivePosition) => Date.parse(at) >= Date.parse(person.at)

/** Applies an event to the cached positions. Returns the queries to refetch; maps that are not shown are not refetched. */
export function applyPositions(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  if (!('zoneId' in event) || event.zoneId === null) {
    return event.kind === 'user.changed' ? [orpc.presence.positions.key()] : []
  }
  const key = orpc.presence.positions.queryKey({ input: { zoneId: event.zoneId } })
  switch (event.kind) {
    case 'presence.located': {
      const positionsByUser = new Map(event.located.map(position => [position.userId, position]))
      return patchQuery<Positions>(client, key, data => {
        const knownIds = new Set(data.people.map(({ userId }) => userId))
        // The event does not include names, so a person's first reading needs a refetch.
        if (event.located.some(({ userId }) => !knownIds.has(userId))) return undefined
        return updatePeople(data, person => {
          const newPosition = positionsByUser.get(person.userId)
          if (!newPosition || !isNewer(newPosition.at, person)) return person
          const { lat, lng, accuracyMeters, mock = false, at } = newPosition
          return { ...person, lat, lng, accuracyMeters, mock, at }
        })
      })
    }
    case 'presence.changed':
      return patchQuery<Positions>(client, key, data =>
        updatePeople(data, person =>
          person.userId === event.userId && isNewer(event.at, person)
            ? { ...person, inside: event.change === 'entered', mock: event.mock ?? false, at: event.at }
            : person,
        ),
      )
    case 'presence.consent':
      return patchQuery<Positions>(client, key, data => {
        const people = data.people.filter(
          ({ userId }) => event.consent === 'given' || userId !== event.userId,
        )
        return people.length === data.people.length ? data : { people }
      })
    case 'membership.removed':
      // Drop data the person may no longer see.
      if (event.userId === me) client.removeQueries({ queryKey: key })
      return event.userId === me ? [] : [key]
    case 'membership.added':
    case 'membership.accepted':
      return [key]
    default:
      return []
  }
}

function updatePeople(data: Positions, change: (person: LivePosition) => LivePosition): Positions {
  const people = patchRows(data.people, change)
  return people === data.people ? data : { people }
}

export function positionsTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'zone' ? [orpc.presence.positions.key({ input: { zoneId: topic.id } })] : []
}
