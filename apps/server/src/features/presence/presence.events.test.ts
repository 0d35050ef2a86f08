import type { EventOf } from '@muster/contract/feed.ts'
import type { Role } from '@muster/domain/role.ts'
import { describe, expect, test } from 'vitest'
import { presenceEvents } from './presence.events.ts'

type PresenceEvent = EventOf<'presence.changed' | 'presence.seen'>

const maySeePresence = (role: Role | null, userId: string, event: PresenceEvent) =>
  event.kind === 'presence.changed'
    ? presenceEvents[event.kind].seenBy({ userId, role }, event)
    : presenceEvents[event.kind].seenBy({ userId, role }, event)

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
})
const seen = (...userIds: string[]): PresenceEvent => ({
  kind: 'presence.seen',
  zoneId,
  seen: userIds.map(userId => ({ userId, inside: true, at })),
})

describe('who may see presence events', () => {
  test.each(['zone_manager_rw', 'zone_manager_ro', 'client_admin', 'admin', 'super_admin'] as const)(
    '%s sees everyone',
    role => {
      expect(maySeePresence(role, me, changed(other))).toBe(true)
      expect(maySeePresence(role, me, seen(me, other))).toBe(true)
    },
  )

  test.each(['app_user', 'worker', 'supervisor', 'manager', null] as const)('%s sees only themself', role => {
    expect(maySeePresence(role, me, changed(me))).toBe(true)
    expect(maySeePresence(role, me, seen(me))).toBe(true)
    expect(maySeePresence(role, me, changed(other))).toBe(false)
    expect(maySeePresence(role, me, seen(me, other))).toBe(false)
  })
})
