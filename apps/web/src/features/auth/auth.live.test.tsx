import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aProfileChange } from '../../testing/people-events.ts'
import { applyAuth, authTopicKeys } from './auth.live.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const other = '0192f0c0-0000-7000-8000-000000000002'
const client = new QueryClient()

it('asks again who one is when one was changed, and which devices are signed in when one came or went', () => {
  expect(applyAuth(client, aProfileChange(me), me)).toEqual([orpc.auth.me.key()])
  for (const kind of ['session.started', 'session.revoked'] as const)
    expect(applyAuth(client, { kind, userId: me, sessionId: other }, me)).toEqual([orpc.auth.devices.key()])
})

it('asks again what is known of oneself when following oneself begins', () => {
  expect(authTopicKeys({ kind: 'user', id: me }, me)).toEqual([
    orpc.auth.me.key(),
    orpc.auth.devices.key(),
    orpc.zones.myPin.key(),
  ])
  expect(authTopicKeys({ kind: 'user', id: other }, me)).toEqual([])
})

it('asks again whether one may enter when one’s own PIN was locked or opened', () => {
  expect(applyAuth(client, { kind: 'pin.changed', userId: me }, me)).toEqual([orpc.zones.myPin.key()])
  expect(applyAuth(client, { kind: 'pin.changed', userId: other }, me)).toEqual([])
})

it('leaves it alone when it is about somebody or something else', () => {
  expect(applyAuth(client, aProfileChange(other), me)).toEqual([])
  expect(applyAuth(client, { kind: 'zone.created', zoneId: other }, me)).toEqual([])
})
