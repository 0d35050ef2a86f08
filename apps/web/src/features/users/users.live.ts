import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import { parseTopic, type Topic } from '@muster/contract/topic.ts'
import type { MemberDetails, ZonePerson } from '@muster/contract/users.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchAnswer } from '../../lib/patch-answer.ts'
import { pagesUnder, patchPages, readInput, rowIn, withoutRows, withRows } from '../../live/patch-pages.ts'
import { patchQuery } from '../../live/patch-query.ts'
import {
  afterAmended,
  afterChange,
  afterConsent,
  afterLocated,
  afterSeen,
  belongs,
  type PeopleFilter,
  toRow,
  withPerson,
} from './people-rows.ts'

type Detail = { person: ZonePerson; member: MemberDetails | null }
type Counts = { all: number; inside: number; outside: number; unknown: number; unseen: number }
type Change = (before: ZonePerson | undefined) => ZonePerson | undefined

const listKey = (zoneId?: string) => orpc.users.inZone.key(zoneId ? { input: { zoneId } } : {})
const detailKey = (input: { zoneId?: string; userId?: string }) => orpc.users.detail.key({ input })
const teamKeys = () => [orpc.users.inMyZones.key(), orpc.users.countInMyZones.key()]
const teamKinds: ReadonlySet<FeedEvent['kind']> = new Set([
  'membership.added',
  'membership.accepted',
  'membership.changed',
  'membership.removed',
  'user.changed',
  'zone.changed',
  'zone.suspended',
  'zone.removed',
])
/** True if the event may change the list of people in all of one's own zones, which no event contains, so it is refetched. */
const changesTeam = ({ kind }: FeedEvent) => teamKinds.has(kind)

/** Applies an event to the cached people of a zone; returns the queries to refetch. */
export function applyUsers(client: QueryClient, event: FeedEvent, me: string, topic?: string): QueryKey[] {
  const patched = [...patchPeople(client, event, me), ...(changesTeam(event) ? teamKeys() : [])]
  // An event about the person themselves arrives on their own topic as well, and would count twice.
  const isOwnCopy = topic !== undefined && parseTopic(topic)?.kind === 'user'
  return isOwnCopy ? patched : [...patched, ...recount(client, event, me)]
}

function patchPeople(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      return [
        ...replace(client, event.zoneId, event.userId, before => {
          const person = before ?? (event.listed && toRow(event.userId, event.listed))
          return person ? afterChange(person, event) : undefined
        }),
        // The rows of the zone's Users Management have a different shape, so they are refetched.
        orpc.users.inMyZones.key({ input: { ofZone: event.zoneId } }),
      ]
    case 'presence.amended':
      return replace(client, event.zoneId, event.userId, before => before && afterAmended(before, event))
    case 'presence.consent':
      return replace(client, event.zoneId, event.userId, before => before && afterConsent(before, event))
    case 'presence.seen':
      return applySeen(client, event)
    case 'presence.located': {
      const located = new Map(event.located.map(one => [one.userId, one]))
      const place = (person: ZonePerson) => {
        const one = located.get(person.userId)
        return one ? afterLocated(person, one) : person
      }
      for (const { userId } of event.located) patchDetail(client, event.zoneId, userId, place)
      return patchPages<ZonePerson, PeopleFilter>(client, listKey(event.zoneId), (list, filter) =>
        filter.list === 'places' ? withRows(list, place) : list,
      )
    }
    case 'membership.changed':
      return [
        ...replace(
          client,
          event.zoneId,
          event.userId,
          before => before && { ...before, zoneRole: event.role },
        ),
      ]
    case 'membership.added':
    case 'membership.accepted': {
      const { zoneId, userId, listed } = event
      const staleKeys = replace(client, zoneId, userId, before => {
        const row = toRow(userId, listed)
        return before && before.invited === row.invited
          ? { ...before, ...row, ...presenceFacts(before) }
          : row
      })
      return [...staleKeys, detailKey({ zoneId, userId })]
    }
    case 'membership.removed': {
      const { zoneId, userId } = event
      if (userId === me) {
        // Drop the data of a zone the person has left.
        for (const queryKey of zoneKeys(zoneId)) client.removeQueries({ queryKey })
        return []
      }
      const staleKeys = patchPages<ZonePerson, PeopleFilter>(client, listKey(zoneId), list =>
        withoutRows(list, row => row.userId === userId),
      )
      return [...staleKeys, detailKey({ zoneId, userId })]
    }
    case 'user.changed':
      return applyProfile(client, event)
    case 'pin.changed':
      return [detailKey({ userId: event.userId })]
    default:
      return []
  }
}

const presenceFacts = (person: ZonePerson) => {
  if (person.invited) return {}
  const { presence, consent, lastSeen, insideSince, mock, position } = person
  return { presence, consent, lastSeen, insideSince, mock, position }
}

/**
 * Updates a person in every list of the zone: inserts or moves them where they now belong, and removes them elsewhere. A list
 * without their row takes it from another list.
 */
function replace(client: QueryClient, zoneId: string, userId: string, change: Change): QueryKey[] {
  patchDetail(client, zoneId, userId, person => change(person) ?? person)
  const known = findRow(client, zoneId, userId)
  return patchPages<ZonePerson, PeopleFilter>(client, listKey(zoneId), (list, filter) => {
    const here = rowIn(list, row => row.userId === userId)
    const next = change(here ?? known)
    if (!next || next === here) return list
    return withPerson(list, filter, next)
  })
}

const findRow = (client: QueryClient, zoneId: string, userId: string): ZonePerson | undefined =>
  pagesUnder<ZonePerson>(client, listKey(zoneId))
    .map(({ state }) => state.data && rowIn(state.data, row => row.userId === userId))
    .find(row => row !== undefined)

function patchDetail(
  client: QueryClient,
  zoneId: string,
  userId: string,
  change: (person: ZonePerson) => ZonePerson,
) {
  const key = orpc.users.detail.queryKey({ input: { zoneId, userId } })
  patchAnswer<Detail>(client, key, detail => {
    const person = change(detail.person)
    return person === detail.person ? detail : { ...detail, person }
  })
}

function applySeen(client: QueryClient, event: EventOf<'presence.seen'>): QueryKey[] {
  const { zoneId } = event
  const readings = new Map(event.seen.map(one => [one.userId, one]))
  const after = (person: ZonePerson) => {
    const one = readings.get(person.userId)
    return one ? afterSeen(person, one) : person
  }
  // Only the first reading moves a person from one filter to another; later ones do not.
  for (const one of event.seen)
    if (one.first) replace(client, zoneId, one.userId, before => before && afterSeen(before, one))
    else patchDetail(client, zoneId, one.userId, after)
  return patchPages<ZonePerson, PeopleFilter>(client, listKey(zoneId), (list, filter) =>
    withoutRows(withRows(list, after), row => readings.has(row.userId) && !belongs(row, filter)),
  )
}

/** Applies a changed profile in every cached zone. For invited people, only name and code are updated. */
function applyProfile(client: QueryClient, event: EventOf<'user.changed'>): QueryKey[] {
  const { userId, person, member } = event
  const zoneIds = new Set(pagesUnder(client, listKey()).map(query => readInput<PeopleFilter>(query).zoneId))
  const change: Change = before => {
    if (!before) return undefined
    return before.invited || !member ? { ...before, ...person } : { ...before, ...person, ...member }
  }
  const staleKeys = [...zoneIds].flatMap(zoneId => replace(client, zoneId, userId, change))
  // A search may now match a person who is not cached, so it must be refetched.
  const searches = pagesUnder(client, listKey()).filter(query => {
    const { zoneId, search } = readInput<PeopleFilter>(query)
    return search && !findRow(client, zoneId, userId)
  })
  return [...staleKeys, ...searches.map(query => query.queryKey), detailKey({ userId })]
}

/** Applies an event to the counts of both lists, 'people' and 'places'. */
function recount(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      return event.listed
        ? patchCounts(client, event.zoneId, {
            [event.was]: -1,
            [event.change === 'entered' ? 'inside' : 'outside']: 1,
          })
        : []
    case 'presence.consent':
      return event.was === 'unknown' || event.consent === 'given'
        ? []
        : patchCounts(client, event.zoneId, { [event.was]: -1, unknown: 1 })
    case 'presence.seen': {
      const first = event.seen.filter(one => one.first)
      const inside = first.filter(one => one.inside).length
      return first.length === 0
        ? []
        : patchCounts(client, event.zoneId, {
            unknown: -first.length,
            inside,
            outside: first.length - inside,
          })
    }
    case 'membership.added':
      return patchCounts(client, event.zoneId, { all: 1, unknown: 1 })
    case 'membership.removed':
      return event.userId === me ? [] : patchCounts(client, event.zoneId, { all: -1, [event.was]: -1 })
    case 'zone.unseen':
      return [orpc.users.counts.key({ input: { zoneId: event.zoneId } })]
    default:
      return []
  }
}

function patchCounts(client: QueryClient, zoneId: string, by: Partial<Counts>): QueryKey[] {
  const queries = client.getQueryCache().findAll({ queryKey: orpc.users.counts.key({ input: { zoneId } }) })
  return queries.flatMap(({ queryKey }) =>
    patchQuery<Counts>(client, queryKey, counts => {
      const next = { ...counts }
      for (const [of, more] of Object.entries(by) as [keyof Counts, number][]) next[of] += more
      return next
    }),
  )
}

const zoneKeys = (zoneId: string): QueryKey[] => [
  listKey(zoneId),
  orpc.users.counts.key({ input: { zoneId } }),
  detailKey({ zoneId }),
]

/** Returns the member queries that a topic keeps up to date. */
export function usersTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'zone' ? [...zoneKeys(topic.id), ...teamKeys()] : []
}
