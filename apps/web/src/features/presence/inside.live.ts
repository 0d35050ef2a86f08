import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { InsidePerson, PresencePanel } from '@muster/contract/presence.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import {
  findPagedQueries,
  findRowInPages,
  mapRows,
  patchPages,
  readInput,
  removeRows,
} from '../../live/patch-pages.ts'
import {
  type InsideQuery,
  insideAfterChange,
  insideAfterProfile,
  insideAfterRole,
  insideAfterSeen,
  updateInsidePerson,
} from './inside-list.ts'

export const insideKey = (zoneId?: string) => orpc.presence.inside.key(zoneId ? { input: { zoneId } } : {})

/** Patches loaded rows only; the counts belong to the panel. Returns the queries to refetch. */
export function applyInside(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      if (hasLeftSince(client, event)) return []
      return patchPages<InsidePerson, InsideQuery>(client, insideKey(event.zoneId), (list, query) =>
        insideAfterChange(list, query, event),
      )
    case 'presence.seen':
      return applySeen(client, event)
    case 'user.changed':
      return applyProfile(client, event)
    case 'membership.changed':
      return patchPages<InsidePerson, InsideQuery>(client, insideKey(event.zoneId), list =>
        insideAfterRole(list, event),
      )
    case 'presence.consent':
      return event.consent === 'given'
        ? []
        : patchPages<InsidePerson, InsideQuery>(client, insideKey(event.zoneId), list =>
            removeRows(list, row => row.userId === event.userId),
          )
    case 'membership.removed':
      if (event.userId === me) {
        // Drop data the person may no longer see.
        client.removeQueries({ queryKey: insideKey(event.zoneId) })
        return []
      }
      return patchPages<InsidePerson, InsideQuery>(client, insideKey(event.zoneId), list =>
        removeRows(list, row => row.userId === event.userId),
      )
    default:
      return []
  }
}

/** True if the event is an entry that arrived late: according to the panel, the person has left since. */
function hasLeftSince(client: QueryClient, { zoneId, userId, change, at }: EventOf<'presence.changed'>) {
  if (change === 'left') return false
  const panel = client.getQueryData<PresencePanel>(orpc.presence.panel.queryKey({ input: { zoneId } }))
  return panel?.recentlyLeft.some(it => it.userId === userId && Date.parse(it.at) > Date.parse(at)) ?? false
}

function applySeen(client: QueryClient, { zoneId, seen }: EventOf<'presence.seen'>): QueryKey[] {
  const readingsByUser = new Map(seen.map(reading => [reading.userId, reading]))
  const applyReading = (person: InsidePerson) => {
    const reading = readingsByUser.get(person.userId)
    return reading ? insideAfterSeen(person, reading) : person
  }
  // People seen again after a long time move from one list to the other.
  const returningPeople: InsidePerson[] = []
  const longAgoQueries = findPagedQueries<InsidePerson>(client, insideKey(zoneId)).filter(
    query => readInput<InsideQuery>(query).seen === 'long_ago',
  )
  for (const { state } of longAgoQueries)
    for (const { userId } of seen) {
      const row = state.data && findRowInPages(state.data, it => it.userId === userId)
      if (row && applyReading(row) !== row) returningPeople.push(applyReading(row))
    }
  return patchPages<InsidePerson, InsideQuery>(client, insideKey(zoneId), (list, query) => {
    const updatedList = mapRows(list, applyReading)
    return returningPeople.reduce((rows, person) => updateInsidePerson(rows, query, person), updatedList)
  })
}

/** Applies a changed name to all cached lists. Searches that do not list the person are refetched, because they may match now. */
function applyProfile(client: QueryClient, event: EventOf<'user.changed'>): QueryKey[] {
  return patchPages<InsidePerson, InsideQuery>(client, insideKey(), (list, query) => {
    const row = findRowInPages(list, it => it.userId === event.userId)
    if (row) return updateInsidePerson(list, query, insideAfterProfile(row, event))
    return query.search ? undefined : list
  })
}
