import type { FeedEvent } from '@muster/contract/feed.ts'
import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aListedPerson, aProfileChange } from '../../testing/people-events.ts'
import { aPresenceChange, aReading } from '../../testing/presence-events.ts'
import { matchesFilter, type PeopleFilter, toPresence } from './people-rows.ts'
import { aMember, anInvited, memberDetails } from './testing/a-member.ts'
import { applyUsers, usersTopicKeys } from './users.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const toId = (n: number) => `0192f0c0-0000-7000-8000-00000000000${n}`
const me = toId(1)
const toInstant = (clock: string) => `2026-11-20T${clock}:00.000Z`
const position = { lat: 1, lng: 2, accuracyMeters: 8 }

/** The people below are in the server's order, newest first. */
const ana = aMember({
  userId: toId(2),
  assignmentId: toId(2),
  firstName: 'Ana',
  lastName: 'Ruiz',
  assignedAt: '2026-11-03T09:00:00.000002Z',
  presence: 'outside',
  lastSeen: toInstant('08:00'),
  position,
})
const cy = anInvited({ userId: toId(4), assignmentId: toId(4), assignedAt: '2026-11-03T09:00:00.000001Z' })
const bo = aMember({ userId: toId(3), assignmentId: toId(3), assignedAt: '2026-11-01T09:00:00.000000Z' })
const initialPeople: ZonePerson[] = [ana, cy, bo]

const listFilters: Omit<PeopleFilter, 'zoneId'>[] = [
  { list: 'people' },
  { list: 'places' },
  { list: 'people', presence: 'inside' },
  { list: 'people', presence: 'outside' },
  { list: 'people', presence: 'unknown' },
  { list: 'people', role: 'app_user' },
  { list: 'people', role: 'zone_manager_ro' },
  { list: 'people', search: 'ana' },
  { list: 'people', search: 'no' },
]
const toKey = (filter: Omit<PeopleFilter, 'zoneId'>) =>
  orpc.users.inZone.infiniteKey({
    input: cursor => ({ zoneId, ...filter, cursor }),
    initialPageParam: undefined,
  })
const countsKey = orpc.users.counts.queryKey({ input: { zoneId, list: 'people' } })
const detailKey = (userId: string) => orpc.users.detail.queryKey({ input: { zoneId, userId } })

/** Returns the server's response to a list request if `people` are the people of the zone. */
const getMatchingPeople = (people: ZonePerson[], filter: Omit<PeopleFilter, 'zoneId'>) =>
  people
    .filter(person => matchesFilter(person, { zoneId, ...filter }))
    .map(person => (person.invited || filter.list === 'places' ? person : { ...person, position: null }))
const countPeople = (people: ZonePerson[]) => {
  const countPresence = (presenceWord: string) =>
    people.filter(person => toPresence(person) === presenceWord).length
  return {
    all: people.length,
    inside: countPresence('inside'),
    outside: countPresence('outside'),
    unknown: countPresence('unknown'),
    unseen: 0,
  }
}

function createCache(people: ZonePerson[]) {
  const client = new QueryClient()
  for (const filter of listFilters)
    client.setQueryData(toKey(filter), {
      pages: [{ rows: getMatchingPeople(people, filter), next: null }],
      pageParams: [undefined],
    })
  client.setQueryData(countsKey, countPeople(people))
  return client
}
const getRows = (client: QueryClient, filter: Omit<PeopleFilter, 'zoneId'>) =>
  client.getQueryData(toKey(filter))?.pages.flatMap(page => page.rows)

/** Asserts that the cache equals the server's response. */
function expectCached(client: QueryClient, people: ZonePerson[]) {
  for (const filter of listFilters)
    expect(getRows(client, filter), JSON.stringify(filter)).toEqual(getMatchingPeople(people, filter))
  expect(client.getQueryData(countsKey)).toEqual(countPeople(people))
}

/** Converts a member to the form in which events contain it. */
function toListed({ assignmentId, firstName, lastName, userCode, zoneRole, assignedAt, email }: ZoneUser) {
  const member = { email, profileImageUrl: null, consent: 'given' as const }
  return aListedPerson({ assignmentId, firstName, lastName, userCode, zoneRole, assignedAt, member })
}

const enteredEvent = aPresenceChange({
  zoneId,
  userId: ana.userId,
  at: toInstant('09:00'),
  entryTime: toInstant('09:00'),
  listed: toListed(ana),
})
const anaInside = {
  ...ana,
  presence: 'inside',
  lastSeen: toInstant('09:00'),
  insideSince: toInstant('09:00'),
} as const
const leftEvent = { ...enteredEvent, change: 'left', was: 'inside', at: toInstant('10:00') } as const
const dee = aMember({
  userId: toId(5),
  assignmentId: toId(5),
  firstName: 'Dee',
  lastName: 'Anand',
  email: 'dee@example.org',
  userCode: 'MUS-DDDD-EEEE-FFFF',
  assignedAt: '2026-11-02T09:00:00.000000Z',
})
const listedDee = toListed(dee)

/** Creates a reading outside at a mocked position; for Bo it is the first reading. */
const aSighting = (clock: string, userId: string) =>
  aReading({
    userId,
    inside: false,
    at: toInstant(clock),
    mock: true,
    ...(userId === bo.userId && { first: true }),
  })

const cases: [string, FeedEvent[], ZonePerson[]][] = [
  ['somebody came in', [enteredEvent], [anaInside, cy, bo]],
  [
    'somebody came in and left, and the first event comes once more, late',
    [enteredEvent, leftEvent],
    [{ ...ana, lastSeen: toInstant('10:00') }, cy, bo],
  ],
  [
    'somebody inside withdrew the consent to being located',
    [
      enteredEvent,
      { kind: 'presence.consent', zoneId, userId: ana.userId, consent: 'withdrawn', was: 'inside' },
    ],
    [
      {
        ...ana,
        consent: 'withdrawn',
        presence: 'unknown',
        lastSeen: null,
        insideSince: null,
        mock: false,
        position: null,
      },
      cy,
      bo,
    ],
  ],
  [
    'a first reading outside makes somebody known to be outside',
    [
      {
        kind: 'presence.seen',
        zoneId,
        seen: [aReading({ userId: bo.userId, inside: false, first: true, at: toInstant('09:00') })],
      },
    ],
    [ana, cy, { ...bo, presence: 'outside', lastSeen: toInstant('09:00') }],
  ],
  [
    'seen again',
    [
      {
        kind: 'presence.seen',
        zoneId,
        seen: [aReading({ userId: ana.userId, inside: false, at: toInstant('09:00') })],
      },
    ],
    [{ ...ana, lastSeen: toInstant('09:00') }, cy, bo],
  ],
  [
    'somebody came in by a made-up position',
    [{ ...enteredEvent, mock: true }],
    [{ ...anaInside, mock: true }, cy, bo],
  ],
  [
    'they left by one',
    [enteredEvent, { ...leftEvent, mock: true }],
    [{ ...ana, lastSeen: toInstant('10:00'), mock: true }, cy, bo],
  ],
  [
    'they were seen by one and then by an honest one; of somebody else only one is known',
    [
      {
        kind: 'presence.seen',
        zoneId,
        seen: [aSighting('08:30', ana.userId), aSighting('08:30', bo.userId)],
      },
      { kind: 'presence.seen', zoneId, seen: [{ ...aSighting('09:00', ana.userId), mock: undefined }] },
    ],
    [
      { ...ana, lastSeen: toInstant('09:00') },
      cy,
      { ...bo, presence: 'outside', lastSeen: toInstant('08:30'), mock: true },
    ],
  ],
  [
    'where somebody is comes in an event of its own, for the list that shows it',
    [
      {
        kind: 'presence.located',
        zoneId,
        located: [{ userId: ana.userId, ...position, lat: 3, at: toInstant('09:00') }],
      },
    ],
    [{ ...ana, position: { ...position, lat: 3 } }, cy, bo],
  ],
  [
    'somebody is invited, in their place between the others',
    [
      {
        kind: 'membership.added',
        zoneId,
        userId: dee.userId,
        role: 'app_user',
        listed: { ...listedDee, member: null },
      },
    ],
    [
      ana,
      cy,
      anInvited({
        userId: dee.userId,
        assignmentId: dee.assignmentId,
        firstName: 'Dee',
        lastName: 'Anand',
        userCode: dee.userCode,
        assignedAt: dee.assignedAt,
      }),
      bo,
    ],
  ],
  [
    'somebody is a member at once',
    [{ kind: 'membership.added', zoneId, userId: dee.userId, role: 'app_user', listed: listedDee }],
    [ana, cy, dee, bo],
  ],
  [
    'who was invited enters',
    [
      {
        kind: 'membership.accepted',
        zoneId,
        userId: cy.userId,
        role: 'app_user',
        listed: {
          ...toListed({ ...aMember(), ...cy, invited: false }),
          member: { email: 'cy@example.org', profileImageUrl: '/files/cy', consent: 'given' },
        },
      },
    ],
    [ana, aMember({ ...cy, invited: false, email: 'cy@example.org', profileImageUrl: '/files/cy' }), bo],
  ],
  [
    'another role',
    [{ kind: 'membership.changed', zoneId, userId: ana.userId, role: 'zone_manager_ro' }],
    [{ ...ana, zoneRole: 'zone_manager_ro' }, cy, bo],
  ],
  [
    'a member is removed',
    [{ kind: 'membership.removed', zoneId, userId: ana.userId, was: 'outside' }],
    [cy, bo],
  ],
  [
    'who was invited declines',
    [{ kind: 'membership.removed', zoneId, userId: cy.userId, was: 'unknown' }],
    [ana, bo],
  ],
  [
    'another name, picture and code, by which searches find and lose them',
    [
      aProfileChange(ana.userId, {
        person: { firstName: 'Nora', lastName: 'Ruiz', userCode: 'MUS-XXXX-YYYY-ZZZZ' },
        member: { email: ana.email, profileImageUrl: '/files/new', consent: 'given' },
      }),
    ],
    [{ ...ana, firstName: 'Nora', userCode: 'MUS-XXXX-YYYY-ZZZZ', profileImageUrl: '/files/new' }, cy, bo],
  ],
  [
    'another name of who is only invited',
    [
      aProfileChange(cy.userId, {
        person: { firstName: 'Ana', lastName: 'Novak', userCode: cy.userCode },
        member: null,
      }),
    ],
    [ana, { ...cy, firstName: 'Ana' }, bo],
  ],
]

describe('an event updates the cache to match the server’s response, in every list and count', () => {
  it.each(cases)('%s', (_, events, expectedPeople) => {
    const client = createCache(initialPeople)
    const staleKeys = events.flatMap(event => applyUsers(client, event, me, `zone:${zoneId}`))
    expectCached(client, expectedPeople)
    // Neither the lists nor the counts are refetched.
    const serializedKeys = JSON.stringify(staleKeys)
    expect(serializedKeys).not.toContain('inZone')
    expect(serializedKeys).not.toContain('counts')
  })

  it('inserts a person who entered and is not on a loaded page at their sorted position', () => {
    const client = createCache([cy, bo])
    applyUsers(client, enteredEvent, me)
    expect(getRows(client, { list: 'people', presence: 'inside' })).toEqual(
      getMatchingPeople([{ ...anaInside, position: null }], { list: 'people' }),
    )
  })

  it('ignores a late event', () => {
    const client = createCache([{ ...ana, lastSeen: toInstant('12:00') }, cy, bo])
    const rowsBefore = getRows(client, { list: 'people' })
    applyUsers(client, enteredEvent, me, `user:${me}`)
    expect(getRows(client, { list: 'people' })).toEqual(rowsBefore)
  })

  it('counts an event about oneself once, although it also arrives on one’s own topic', () => {
    const client = createCache(initialPeople)
    applyUsers(client, enteredEvent, me, `zone:${zoneId}`)
    applyUsers(client, enteredEvent, me, `user:${me}`)
    expectCached(client, [anaInside, cy, bo])
  })
})

it('refetches a list whose first page is pending, since its response may predate the event', () => {
  const client = new QueryClient()
  void client.query({ queryKey: toKey({ list: 'people' }), queryFn: () => new Promise(() => {}) })
  const readings = [aReading({ userId: ana.userId })]
  expect(applyUsers(client, { kind: 'presence.seen', zoneId, seen: readings }, me)).toEqual([
    toKey({ list: 'people' }),
  ])
})

it('an event about another zone leaves the lists unchanged', () => {
  const client = createCache(initialPeople)
  applyUsers(client, { ...enteredEvent, zoneId: toId(9) }, me)
  expectCached(client, initialPeople)
})

it('the details follow presence and role, and are refetched if an event contains only part of the change', () => {
  const client = createCache(initialPeople)
  client.setQueryData(detailKey(ana.userId), { person: ana, member: memberDetails() })
  applyUsers(client, enteredEvent, me)
  expect(client.getQueryData(detailKey(ana.userId))?.person).toEqual(anaInside)
  for (const event of [aProfileChange(ana.userId), { kind: 'pin.changed', userId: ana.userId } as const])
    expect(applyUsers(client, event, me)).toContainEqual(
      orpc.users.detail.key({ input: { userId: ana.userId } }),
    )
})

it.each<FeedEvent>([
  { kind: 'membership.added', zoneId, userId: dee.userId, role: 'app_user', listed: toListed(dee) },
  { kind: 'membership.changed', zoneId, userId: ana.userId, role: 'zone_manager_ro' },
  { kind: 'membership.removed', zoneId, userId: ana.userId, was: 'outside' },
  { kind: 'membership.removed', zoneId, userId: me, was: 'unknown' },
  aProfileChange(ana.userId),
])('the people of all one’s zones are refetched: $kind', event => {
  expect(applyUsers(new QueryClient(), event, me)).toContainEqual(orpc.users.inMyZones.key())
})

it('a presence event refetches the people of its zone but not of all one’s zones; following a zone refetches both', () => {
  const keys = applyUsers(new QueryClient(), enteredEvent, me)
  expect(keys).toContainEqual(orpc.users.inMyZones.key({ input: { ofZone: zoneId } }))
  expect(keys).not.toContainEqual(orpc.users.inMyZones.key())
  expect(usersTopicKeys({ kind: 'zone', id: zoneId })).toContainEqual(orpc.users.inMyZones.key())
})

it('a removed member loses all cached data of the zone', () => {
  const client = createCache(initialPeople)
  client.setQueryData(detailKey(ana.userId), { person: ana, member: memberDetails() })
  applyUsers(client, { kind: 'membership.removed', zoneId, userId: me, was: 'unknown' }, me)
  expect(client.getQueryCache().getAll()).toEqual([])
})
