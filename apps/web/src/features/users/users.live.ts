import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import { parseTopic, type Topic } from '@muster/contract/topic.ts'
import type { MemberDetails, ZonePerson } from '@muster/contract/users.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchAnswer } from '../../lib/patch-answer.ts'
import {
  findPagedQueries,
  findRowInPages,
  mapRows,
  patchPages,
  readInput,
  removeRows,
} from '../../live/patch-pages.ts'
import { patchQuery } from '../../live/patch-query.ts'
import {
  applyAmendment,
  applyChange,
  applyConsent,
  applyLocation,
  applySighting,
  matchesFilter,
  type PeopleFilter,
  putPerson,
  toRow,
} from './people-rows.ts'

type PersonDetail = { person: ZonePerson; member: MemberDetails | null }
type Counts = { all: number; inside: number; outside: number; unknown: number; unseen: number }
type PersonUpdater = (before: ZonePerson | undefined) => ZonePerson | undefined

const listKey = (zoneId?: string) => orpc.users.inZone.key(zoneId ? { input: { zoneId } } : {})
const detailKey = (input: { zoneId?: string; userId?: string }) => orpc.users.detail.key({ input })
const teamKeys = () => [orpc.users.inMyZones.key(), orpc.users.countInMyZones.key()]
const teamEventKinds: ReadonlySet<FeedEvent['kind']> = new Set([
  'membership.added',
  'membership.accepted',
  'membership.changed',
  'membership.removed',
  'user.changed',
  'zone.changed',
  'zone.suspended',
  'zone.removed',
])
/** No event contains the rows of the list of one's own zones, so it is refetched. */
const changesTeam = ({ kind }: FeedEvent) => teamEventKinds.has(kind)

/** Applies an event to the cached people of a zone; returns the queries to refetch. */
export function applyUsers(client: QueryClient, event: FeedEvent, me: string, topic?: string): QueryKey[] {
  const changedKeys = [...patchPeople(client, event, me), ...(changesTeam(event) ? teamKeys() : [])]
  // An event about the signed-in person also arrives on their own topic, where it must not be counted again.
  const isOwnCopy = topic !== undefined && parseTopic(topic)?.kind === 'user'
  return isOwnCopy ? changedKeys : [...changedKeys, ...recount(client, event, me)]
}

function patchPeople(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      return [
        ...replacePerson(client, event.zoneId, event.userId, before => {
          const person = before ?? (event.listed && toRow(event.userId, event.listed))
          return person ? applyChange(person, event) : undefined
        }),
        // The rows of the zone's Users Management have a different shape, so they are refetched.
        orpc.users.inMyZones.key({ input: { ofZone: event.zoneId } }),
      ]
    case 'presence.amended':
      return replacePerson(
        client,
        event.zoneId,
        event.userId,
        before => before && applyAmendment(before, event),
      )
    case 'presence.consent':
      return replacePerson(
        client,
        event.zoneId,
        event.userId,
        before => before && applyConsent(before, event),
      )
    case 'presence.seen':
      return applySightings(client, event)
    case 'presence.located': {
      const locationsByUserId = new Map(event.located.map(location => [location.userId, location]))
      const updateLocation = (person: ZonePerson) => {
        const location = locationsByUserId.get(person.userId)
        return location ? applyLocation(person, location) : person
      }
      for (const { userId } of event.located) patchDetail(client, event.zoneId, userId, updateLocation)
      return patchPages<ZonePerson, PeopleFilter>(client, listKey(event.zoneId), (list, filter) =>
        filter.list === 'places' ? mapRows(list, updateLocation) : list,
      )
    }
    case 'membership.changed':
      return [
        ...replacePerson(
          client,
          event.zoneId,
          event.userId,
          before => before && { ...before, zoneRole: event.role },
        ),
      ]
    case 'membership.added':
    case 'membership.accepted': {
      const { zoneId, userId, listed } = event
      const staleKeys = replacePerson(client, zoneId, userId, before => {
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
        removeRows(list, row => row.userId === userId),
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

/** Inserts, moves or removes people where the filters say so. A list without their row takes it from another one. */
function replacePerson(
  client: QueryClient,
  zoneId: string,
  userId: string,
  change: PersonUpdater,
): QueryKey[] {
  patchDetail(client, zoneId, userId, person => change(person) ?? person)
  const cachedPerson = findRow(client, zoneId, userId)
  const staleKeys = patchPages<ZonePerson, PeopleFilter>(client, listKey(zoneId), (list, filter) => {
    const listedPerson = findRowInPages(list, row => row.userId === userId)
    const updatedPerson = change(listedPerson ?? cachedPerson)
    if (!updatedPerson || updatedPerson === listedPerson) return list
    return putPerson(list, filter, updatedPerson)
  })
  // The server knows where the person now belongs in other orders.
  const sortedKeys = findPagedQueries(client, listKey(zoneId))
    .filter(query => readInput<PeopleFilter>(query).sort)
    .map(query => query.queryKey)
  return [...staleKeys, ...sortedKeys]
}

const findRow = (client: QueryClient, zoneId: string, userId: string): ZonePerson | undefined =>
  findPagedQueries<ZonePerson>(client, listKey(zoneId))
    .map(({ state }) => state.data && findRowInPages(state.data, row => row.userId === userId))
    .find(row => row !== undefined)

function patchDetail(
  client: QueryClient,
  zoneId: string,
  userId: string,
  change: (person: ZonePerson) => ZonePerson,
) {
  const key = orpc.users.detail.queryKey({ input: { zoneId, userId } })
  patchAnswer<PersonDetail>(client, key, detail => {
    const person = change(detail.person)
    return person === detail.person ? detail : { ...detail, person }
  })
}

function applySightings(client: QueryClient, event: EventOf<'presence.seen'>): QueryKey[] {
  const { zoneId } = event
  const sightingsByUserId = new Map(event.seen.map(sighting => [sighting.userId, sighting]))
  const updatePerson = (person: ZonePerson) => {
    const sighting = sightingsByUserId.get(person.userId)
    return sighting ? applySighting(person, sighting) : person
  }
  // Only a person's first reading can add them to a list. Later readings update their rows, and remove them from lists whose
  // filters they no longer match.
  for (const sighting of event.seen)
    if (sighting.first)
      replacePerson(client, zoneId, sighting.userId, before => before && applySighting(before, sighting))
    else patchDetail(client, zoneId, sighting.userId, updatePerson)
  return patchPages<ZonePerson, PeopleFilter>(client, listKey(zoneId), (list, filter) =>
    removeRows(
      mapRows(list, updatePerson),
      row => sightingsByUserId.has(row.userId) && !matchesFilter(row, filter),
    ),
  )
}

/** Applies a changed profile in every cached zone. For invited people, only name and code are updated. */
function applyProfile(client: QueryClient, event: EventOf<'user.changed'>): QueryKey[] {
  const { userId, person, member } = event
  const zoneIds = new Set(
    findPagedQueries(client, listKey()).map(query => readInput<PeopleFilter>(query).zoneId),
  )
  const updateProfile: PersonUpdater = before => {
    if (!before) return undefined
    return before.invited || !member ? { ...before, ...person } : { ...before, ...person, ...member }
  }
  const staleKeys = [...zoneIds].flatMap(zoneId => replacePerson(client, zoneId, userId, updateProfile))
  // A search may now match a person who is not cached, so it must be refetched.
  const searchQueries = findPagedQueries(client, listKey()).filter(query => {
    const { zoneId, search } = readInput<PeopleFilter>(query)
    return search && !findRow(client, zoneId, userId)
  })
  return [...staleKeys, ...searchQueries.map(query => query.queryKey), detailKey({ userId })]
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
      const firstSightings = event.seen.filter(sighting => sighting.first)
      const insideCount = firstSightings.filter(sighting => sighting.inside).length
      return firstSightings.length === 0
        ? []
        : patchCounts(client, event.zoneId, {
            unknown: -firstSightings.length,
            inside: insideCount,
            outside: firstSightings.length - insideCount,
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

function patchCounts(client: QueryClient, zoneId: string, deltas: Partial<Counts>): QueryKey[] {
  const queries = client.getQueryCache().findAll({ queryKey: orpc.users.counts.key({ input: { zoneId } }) })
  return queries.flatMap(({ queryKey }) => {
    // The event does not say whether a search finds the person.
    if (isSearch(queryKey)) return [queryKey]
    return patchQuery<Counts>(client, queryKey, counts => {
      const nextCounts = { ...counts }
      for (const [countName, delta] of Object.entries(deltas) as [keyof Counts, number][])
        nextCounts[countName] += delta
      return nextCounts
    })
  })
}

const isSearch = ([, options]: QueryKey): boolean =>
  (options as { input?: { search?: string } } | undefined)?.input?.search !== undefined

const zoneKeys = (zoneId: string): QueryKey[] => [
  listKey(zoneId),
  orpc.users.counts.key({ input: { zoneId } }),
  detailKey({ zoneId }),
]

export function usersTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'zone' ? [...zoneKeys(topic.id), ...teamKeys()] : []
}
