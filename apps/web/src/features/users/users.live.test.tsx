import type { ZoneUser } from '@muster/contract/users.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aMember } from './testing/a-member.ts'
import { applyUsers } from './users.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const me = '0192f0c0-0000-7000-8000-000000000001'
const key = orpc.users.inZone.queryKey({ input: { zoneId } })
const askAgain = orpc.users.inZone.key({ input: { zoneId } })
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`
const ana = aMember({
  userId: '0192f0c0-0000-7000-8000-000000000002',
  presence: 'outside',
  lastSeen: at('08:00'),
})
const bo = aMember({ userId: '0192f0c0-0000-7000-8000-000000000003' })

function withUsers(...users: ZoneUser[]) {
  const client = new QueryClient()
  client.setQueryData(key, { users })
  const usersNow = () => client.getQueryData(key)?.users
  return { client, usersNow }
}

it('somebody entered and left: cache and event make what the server would answer', () => {
  const { client, usersNow } = withUsers(ana, bo)
  const event = {
    kind: 'presence.changed' as const,
    zoneId,
    userId: ana.userId,
    change: 'entered' as const,
    at: at('09:00'),
    entryTime: at('09:00'),
    durationMinutes: null,
  }
  expect(applyUsers(client, event, me)).toEqual([orpc.users.inZone.key({ input: { zoneId } })])
  expect(usersNow()).toEqual([
    { ...ana, presence: 'inside', lastSeen: at('09:00'), insideSince: at('09:00') },
    bo,
  ])
  applyUsers(client, { ...event, change: 'left', at: at('10:00'), durationMinutes: 60 }, me)
  expect(usersNow()).toEqual([{ ...ana, presence: 'outside', lastSeen: at('10:00'), insideSince: null }, bo])
  // The first event once more, late.
  applyUsers(client, event, me)
  expect(usersNow()?.[0]?.presence).toBe('outside')
})

it('a first reading outside makes somebody known to be outside, and asks where', () => {
  const { client, usersNow } = withUsers(bo)
  const seen = [{ userId: bo.userId, inside: false, at: at('09:00') }]
  expect(applyUsers(client, { kind: 'presence.seen', zoneId, seen }, me)).toEqual([askAgain])
  expect(usersNow()).toEqual([{ ...bo, presence: 'outside', lastSeen: at('09:00'), insideSince: null }])
})

it('a newer reading makes a shown position old: the list is asked again; without positions it is not', () => {
  const position = { lat: 1, lng: 2, accuracyMeters: 8 }
  const seen = [{ userId: ana.userId, inside: false, at: at('09:00') }]
  const placed = withUsers({ ...ana, position }, bo)
  expect(applyUsers(placed.client, { kind: 'presence.seen', zoneId, seen }, me)).toEqual([askAgain])
  expect(placed.usersNow()?.[0]?.lastSeen).toBe(at('09:00'))
  const hidden = withUsers(ana, bo)
  expect(applyUsers(hidden.client, { kind: 'presence.seen', zoneId, seen }, me)).toEqual([])
  expect(hidden.usersNow()?.[0]?.lastSeen).toBe(at('09:00'))
})

it('somebody seen inside who was not known to be: the list is asked since when', () => {
  const { client } = withUsers(ana)
  const seen = [{ userId: ana.userId, inside: true, at: at('09:00') }]
  expect(applyUsers(client, { kind: 'presence.seen', zoneId, seen }, me)).toEqual([askAgain])
})

it('somebody who changed has the lists asked again', () => {
  const { client } = withUsers(ana)
  expect(applyUsers(client, { kind: 'user.changed', userId: ana.userId }, me)).toEqual([orpc.users.key()])
})

it('memberships: a new role shows, a removed person is gone, and the server is asked', () => {
  const { client, usersNow } = withUsers(ana, bo)
  const of = { zoneId, userId: ana.userId }
  applyUsers(client, { kind: 'membership.changed', ...of, role: 'zone_manager_ro' }, me)
  expect(usersNow()?.[0]?.zoneRole).toBe('zone_manager_ro')
  expect(applyUsers(client, { kind: 'membership.removed', ...of }, me)).toHaveLength(1)
  expect(usersNow()).toEqual([bo])
  applyUsers(client, { kind: 'membership.removed', zoneId, userId: me }, me)
  expect(usersNow()).toBeUndefined()
})
