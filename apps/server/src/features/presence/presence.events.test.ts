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

const me = '01a1f78d-97f1-7878-a321-f1114010978f'
const other = '01a1f78d-97fb-7d12-baf1-32f78504b2fb'
const zoneId = '01a1f78d-97d1-7041-85cb-f852f414fa70'
const at = '2026-11-20T09:41:00.000Z'

const changed = (userId: string): PresenceEvent => ({
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
const createEvent = (...userIds: string[]): PresenceEvent => ({
  kind: 'presence.seen',
  zoneId,
  seen: userIds.map(userId => ({ userId, inside: true, at, accuracyMeters: 5, source: 'manual' })),
})

describe('access to presence events', () => {
  test.each(['zone_manager_rw', 'zone_manager_ro', 'client_admin', 'admin', 'super_admin'] as const)(
    'covers everyone for a %s',
    role => {
      expect(maySeePresence(role, me, changed(other))).toBe(true)
      const [mine, { source, ...others } = { source: 'manual' }] = (
        createEvent(me, other) as EventOf<'presence.seen'>
      ).seen
      expect(maySeePresence(role, me, createEvent(me, other))).toEqual({
        ...createEvent(),
        seen: [mine, others],
      })
    },
  )

  test.each(['app_user', 'worker', 'supervisor', 'manager', null] as const)(
    'covers only their own presence for a %s',
    role => {
      expect(maySeePresence(role, me, changed(me))).toBe(true)
      expect(maySeePresence(role, me, createEvent(me))).toEqual(createEvent(me))
      expect(maySeePresence(role, me, changed(other))).toBe(false)
      // A viewer still receives their own reading when other people are in the same batch.
      expect(maySeePresence(role, me, createEvent(me, other))).toEqual(createEvent(me))
      expect(maySeePresence(role, me, createEvent(other))).toBe(false)
    },
  )
})

test('a picture is sent as a link signed for its viewer', () => {
  const listed = {
    assignmentId: me,
    firstName: 'Ana',
    lastName: 'Ruiz',
    userCode: 'MUS-BBBB-CCCC-DDDD',
    zoneRole: 'app_user' as const,
    assignedAt: at,
    member: { email: 'ana@example.org', profileImageUrl: 'avatars/ana/1.webp', consent: 'given' as const },
  }
  const event = { ...(changed(other) as EventOf<'presence.changed'>), listed }
  expect(maySeePresence('zone_manager_ro', me, event)).toEqual({
    ...event,
    listed: { ...listed, member: { ...listed.member, profileImageUrl: '/files/avatars/ana/1.webp?mine' } },
  })
})

test('only people who may track live locations receive positions, and no other event contains them', () => {
  const located = {
    kind: 'presence.located' as const,
    zoneId,
    located: [{ userId: me, lat: 1, lng: 2, accuracyMeters: 5, at }],
  }
  const may = (role: Role | null) =>
    presenceEvents['presence.located'].canSee({ userId: me, role, linkTo }, located)
  for (const role of ['super_admin', 'admin', 'zone_manager_rw', 'zone_manager_ro'] as const)
    expect(may(role)).toBe(true)
  for (const role of ['client_admin', 'app_user', 'worker', 'supervisor', 'manager', null] as const)
    expect(may(role)).toBe(false)
  const others = [feedEvent.parse(changed(me)), feedEvent.parse(createEvent(me))]
  expect(JSON.stringify(others)).not.toMatch(/"(lat|lng|latitude|longitude)"/)
})

test("transient events are merged into each person's newest reading, which stays marked as the first", () => {
  const one = createEvent(me, other) as EventOf<'presence.seen'>
  const first = { ...one, seen: one.seen.map(it => ({ ...it, first: true as const })) }
  const later = '2026-11-20T09:41:01.000Z'
  const again = { ...one, seen: one.seen.slice(0, 1).map(it => ({ ...it, at: later, inside: false })) }
  expect(presenceEvents['presence.seen'].merge?.(first, again).seen).toEqual([
    { ...again.seen[0], first: true },
    first.seen[1],
  ])
  const place = (userId: string, lat: number) => ({ userId, lat, lng: 2, accuracyMeters: 5, at })
  const located = (...places: ReturnType<typeof place>[]) =>
    ({ kind: 'presence.located', zoneId, located: places }) as const
  const merge = presenceEvents['presence.located'].merge
  expect(merge?.(located(place(me, 1), place(other, 1)), located(place(me, 3))).located).toEqual([
    place(me, 3),
    place(other, 1),
  ])
})
