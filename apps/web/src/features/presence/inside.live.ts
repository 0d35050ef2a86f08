import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { InsidePerson, PresencePanel } from '@muster/contract/presence.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { askedOf, pagesUnder, patchPages, rowIn, withoutRows, withRows } from '../../live/patch-pages.ts'
import {
  type InsideAsked,
  insideAfterChange,
  insideAfterProfile,
  insideAfterRole,
  insideAfterSeen,
  withInside,
} from './inside-list.ts'

/** All lists of who is inside a zone, or any. */
export const insideKey = (zoneId?: string) => orpc.presence.inside.key(zoneId ? { input: { zoneId } } : {})

/** What an event changes in the lists of who is inside: in the rows that were read. How many there are the panel tells. */
export function applyInside(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      if (leftSince(client, event)) return []
      return patchPages<InsidePerson, InsideAsked>(client, insideKey(event.zoneId), (list, asked) =>
        insideAfterChange(list, asked, event),
      )
    case 'presence.seen':
      return applySeen(client, event)
    case 'user.changed':
      return applyProfile(client, event)
    case 'membership.changed':
      return patchPages<InsidePerson, InsideAsked>(client, insideKey(event.zoneId), list =>
        insideAfterRole(list, event),
      )
    case 'presence.consent':
      return event.consent === 'given'
        ? []
        : patchPages<InsidePerson, InsideAsked>(client, insideKey(event.zoneId), list =>
            withoutRows(list, row => row.userId === event.userId),
          )
    case 'membership.removed':
      if (event.userId === me) {
        // What somebody may no longer see is not kept.
        client.removeQueries({ queryKey: insideKey(event.zoneId) })
        return []
      }
      return patchPages<InsidePerson, InsideAsked>(client, insideKey(event.zoneId), list =>
        withoutRows(list, row => row.userId === event.userId),
      )
    default:
      return []
  }
}

/** A coming that is told late: the panel knows that they left again. */
function leftSince(client: QueryClient, { zoneId, userId, change, at }: EventOf<'presence.changed'>) {
  if (change === 'left') return false
  const panel = client.getQueryData<PresencePanel>(orpc.presence.panel.queryKey({ input: { zoneId } }))
  return panel?.recentlyLeft.some(it => it.userId === userId && Date.parse(it.at) > Date.parse(at)) ?? false
}

function applySeen(client: QueryClient, { zoneId, seen }: EventOf<'presence.seen'>): QueryKey[] {
  const readings = new Map(seen.map(reading => [reading.userId, reading]))
  const after = (person: InsidePerson) => {
    const reading = readings.get(person.userId)
    return reading ? insideAfterSeen(person, reading) : person
  }
  // Who was not seen for long and is seen again moves from one list to another.
  const back: InsidePerson[] = []
  const longAgo = pagesUnder<InsidePerson>(client, insideKey(zoneId)).filter(
    query => askedOf<InsideAsked>(query).seen === 'long_ago',
  )
  for (const { state } of longAgo)
    for (const { userId } of seen) {
      const row = state.data && rowIn(state.data, it => it.userId === userId)
      if (row && after(row) !== row) back.push(after(row))
    }
  return patchPages<InsidePerson, InsideAsked>(client, insideKey(zoneId), (list, asked) => {
    const patched = withRows(list, after)
    return back.reduce((rows, person) => withInside(rows, asked, person), patched)
  })
}

/** Another name, wherever they are shown; a search may find them by it of which nothing is known here. */
function applyProfile(client: QueryClient, event: EventOf<'user.changed'>): QueryKey[] {
  return patchPages<InsidePerson, InsideAsked>(client, insideKey(), (list, asked) => {
    const row = rowIn(list, it => it.userId === event.userId)
    if (row) return withInside(list, asked, insideAfterProfile(row, event))
    return asked.search ? undefined : list
  })
}
