import { type EventOf, feedEvent } from '@muster/contract/feed.ts'
import type { Role } from '@muster/domain/role.ts'
import { describe, expect, test } from 'vitest'
import { presenceEvents } from './presence.events.ts'

type PresenceEvent = EventOf<'presence.changed' | 'presence.seen'>

const maySeePresence = (role: Role | null, userId: string, event: PresenceEvent) =>
  event.kind === 'presence.changed'
    ? presenceEvents[event.kind].canSee({ userId, role, linkTo }, event)
    : presenceEvents[event.kind].canSee({ userId, role, linkTo }, event)

const linkTo = (path: string) => `/files/${path}?mine`

const ownUserId = '01a1f78d-97f1-7878-a321-f1114010978f'
const otherUserId = '01a1f78d-97fb-7d12-baf1-32f78504b2fb'
const zoneId = '01a1f78d-97d1-7041-85cb-f852f414fa70'
const at = '2026-11-20T09:41:00.000Z'

const createChangedEvent = (userId: string): PresenceEvent => ({
  kind: 'presence.changed',
  zoneId,
  userId,
  change: 'entered',
  at,
  entryTime: at,
  durationMinutes: null,
  name: 'Ana',
  role: 'app_user',
  accuracyMeters: 5,
  source: 'manual',
  visitId: null,
  was: 'unknown',
  listed: null,
})
const createSeenEvent = (...userIds: string[]): PresenceEvent => ({
  kind: 'presence.seen',
  zoneId,
  seen: userIds.map(userId => ({ userId, inside: true, at, accuracyMeters: 5, source: 'manual' })),
})

describe('access to presence events', () => {
  test.each(['zone_manager_rw', 'zone_manager_ro', 'client_admin', 'admin', 'super_admin'] as const)(
    'covers everyone for a %s',
    role => {
      expect(maySeePresence(role, ownUserId, createChangedEvent(otherUserId))).toBe(true)
      const [ownSighting, { source, ...otherSighting } = { source: 'manual' }] = (
        createSeenEvent(ownUserId, otherUserId) as EventOf<'presence.seen'>
      ).seen
      expect(maySeePresence(role, ownUserId, createSeenEvent(ownUserId, otherUserId))).toEqual({
        ...createSeenEvent(),
        seen: [ownSighting, otherSighting],
      })
    },
  )

  test.each(['app_user', 'worker', 'supervisor', 'manager', null] as const)(
    'covers only their own presence for a %s',
    role => {
      expect(maySeePresence(role, ownUserId, createChangedEvent(ownUserId))).toBe(true)
      expect(maySeePresence(role, ownUserId, createSeenEvent(ownUserId))).toEqual(createSeenEvent(ownUserId))
      expect(maySeePresence(role, ownUserId, createChangedEvent(otherUserId))).toBe(false)
      // A viewer still receives their own reading when other people are in the same batch.
      expect(maySeePresence(role, ownUserId, createSeenEvent(ownUserId, otherUserId))).toEqual(
        createSeenEvent(ownUserId),
      )
      expect(maySeePresence(role, ownUserId, createSeenEvent(otherUserId))).toBe(false)
    },
  )
})

test('a picture is sent as a link signed for its viewer', () => {
  const listedPerson = {
    assignmentId: ownUserId,
    firstName: 'Ana',
    lastName: 'Ruiz',
    userCode: 'MUS-BBBB-CCCC-DDDD',
    zoneRole: 'app_user' as const,
    assignedAt: at,
    member: { email: 'ana@example.org', profileImageUrl: 'avatars/ana/1.webp', consent: 'given' as const },
  }
  const event = { ...(createChangedEvent(otherUserId) as EventOf<'presence.changed'>), listed: listedPerson }
  expect(maySeePresence('zone_manager_ro', ownUserId, event)).toEqual({
    ...event,
    listed: {
      ...listedPerson,
      member: { ...listedPerson.member, profileImageUrl: '/files/avatars/ana/1.webp?mine' },
    },
  })
})

test('only people who may track live locations receive positions, and no other event contains them', () => {
  const locatedEvent = {
    kind: 'presence.located' as const,
    zoneId,
    located: [{ userId: ownUserId, lat: 1, lng: 2, accuracyMeters: 5, at }],
  }
  const maySeePositions = (role: Role | null) =>
    presenceEvents['presence.located'].canSee({ userId: ownUserId, role, linkTo }, locatedEvent)
  for (const role of ['super_admin', 'admin', 'zone_manager_rw', 'zone_manager_ro'] as const)
    expect(maySeePositions(role)).toBe(true)
  for (const role of ['client_admin', 'app_user', 'worker', 'supervisor', 'manager', null] as const)
    expect(maySeePositions(role)).toBe(false)
  const otherEvents = [
    feedEvent.parse(createChangedEvent(ownUserId)),
    feedEvent.parse(createSeenEvent(ownUserId)),
  ]
  expect(JSON.stringify(otherEvents)).not.toMatch(/"(lat|lng|latitude|longitude)"/)
})

test("transient events are merged into each person's newest reading, which stays marked as the first", () => {
  const seenEvent = createSeenEvent(ownUserId, otherUserId) as EventOf<'presence.seen'>
  const firstEvent = { ...seenEvent, seen: seenEvent.seen.map(it => ({ ...it, first: true as const })) }
  const laterTime = '2026-11-20T09:41:01.000Z'
  const laterEvent = {
    ...seenEvent,
    seen: seenEvent.seen.slice(0, 1).map(it => ({ ...it, at: laterTime, inside: false })),
  }
  expect(presenceEvents['presence.seen'].merge?.(firstEvent, laterEvent).seen).toEqual([
    { ...laterEvent.seen[0], first: true },
    firstEvent.seen[1],
  ])
  const createPosition = (userId: string, lat: number) => ({ userId, lat, lng: 2, accuracyMeters: 5, at })
  const createLocatedEvent = (...places: ReturnType<typeof createPosition>[]) =>
    ({ kind: 'presence.located', zoneId, located: places }) as const
  const merge = presenceEvents['presence.located'].merge
  expect(
    merge?.(
      createLocatedEvent(createPosition(ownUserId, 1), createPosition(otherUserId, 1)),
      createLocatedEvent(createPosition(ownUserId, 3)),
    ).located,
  ).toEqual([createPosition(ownUserId, 3), createPosition(otherUserId, 1)])
})
