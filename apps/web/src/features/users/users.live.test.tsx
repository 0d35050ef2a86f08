import type { ZoneUser } from '@muster/contract/users.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aChange, aReading } from '../../testing/presence-events.ts'
import { aMember, anInvited } from './testing/a-member.ts'
import { applyUsers } from './users.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const me = '0192f0c0-0000-7000-8000-000000000001'
const key = orpc.users.inZone.queryKey({ input: { zoneId } })
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`
const ana = aMember({
  userId: '0192f0c0-0000-7000-8000-000000000002',
  presence: 'outside',
  lastSeen: at('08:00'),
})
const bo = aMember({ userId: '0192f0c0-0000-7000-8000-000000000003' })

function withUsers(...users: ZoneUser[]) {
  const client = new QueryClient()
  client.setQueryData(key, { users, invited: [] })
  const usersNow = () => client.getQueryData(key)?.users
  return { client, usersNow }
}

it('somebody entered and left: cache and event make what the server would answer, and nobody is asked', () => {
  const { client, usersNow } = withUsers(ana, bo)
  const event = aChange({ zoneId, userId: ana.userId, at: at('09:00'), entryTime: at('09:00') })
  expect(applyUsers(client, event, me)).toEqual([])
  expect(usersNow()).toEqual([
    { ...ana, presence: 'inside', lastSeen: at('09:00'), insideSince: at('09:00') },
    bo,
  ])
  const left = { ...event, change: 'left' as const, at: at('10:00'), durationMinutes: 60 }
  expect(applyUsers(client, left, me)).toEqual([])
  expect(usersNow()).toEqual([{ ...ana, presence: 'outside', lastSeen: at('10:00'), insideSince: null }, bo])
  // The first event once more, late.
  applyUsers(client, event, me)
  expect(usersNow()?.[0]?.presence).toBe('outside')
})

it('a first reading outside makes somebody known to be outside', () => {
  const { client, usersNow } = withUsers(bo)
  const seen = [aReading({ userId: bo.userId, inside: false, at: at('09:00') })]
  expect(applyUsers(client, { kind: 'presence.seen', zoneId, seen }, me)).toEqual([])
  expect(usersNow()).toEqual([{ ...bo, presence: 'outside', lastSeen: at('09:00'), insideSince: null }])
})

it('where somebody is comes in an event of its own, and never goes back in time', () => {
  const { client, usersNow } = withUsers(ana, bo)
  const located = (clock: string, lat: number) =>
    applyUsers(
      client,
      {
        kind: 'presence.located',
        zoneId,
        located: [{ userId: ana.userId, lat, lng: 2, accuracyMeters: 8, at: at(clock) }],
      },
      me,
    )
  expect(located('09:00', 1)).toEqual([])
  expect(usersNow()).toEqual([{ ...ana, position: { lat: 1, lng: 2, accuracyMeters: 8 } }, bo])
  located('07:00', 5)
  expect(usersNow()?.[0]?.position?.lat).toBe(1)
})

it('a list that is not there yet is asked again: its answer may be from before', () => {
  const seen = [aReading({ userId: ana.userId })]
  expect(applyUsers(new QueryClient(), { kind: 'presence.seen', zoneId, seen }, me)).toEqual([key])
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

it('who was invited leaves the invited by entering or declining', () => {
  const { client } = withUsers(bo)
  const invitedNow = () => client.getQueryData(key)?.invited.map(user => user.userId)
  const of = { zoneId, userId: ana.userId }
  for (const event of [
    { kind: 'membership.accepted' as const, role: 'app_user' as const, ...of },
    { kind: 'membership.removed' as const, ...of },
  ]) {
    client.setQueryData(key, { users: [bo], invited: [anInvited({ userId: ana.userId })] })
    expect(applyUsers(client, event, me)).toEqual([orpc.users.inZone.key({ input: { zoneId } })])
    expect(invitedNow()).toEqual([])
  }
})
