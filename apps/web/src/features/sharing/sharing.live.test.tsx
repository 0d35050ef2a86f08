import type { EventOf } from '@muster/contract/feed.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { applySharing } from './sharing.live.ts'
import { aRequest } from './testing/a-request.ts'

const [me, anaId] = ['0192f0c0-0000-7000-8000-000000000001', '0192f0c0-0000-7000-8000-000000000002']
const [zoneId, otherZoneId] = ['0192f0c0-0000-7000-8000-000000000101', '0192f0c0-0000-7000-8000-000000000102']
const at = '2026-11-20T09:00:00.000Z'
const endsAt = '2026-11-20T17:00:00.000Z'
const mySharingKey = orpc.presence.mySharing.queryKey()
const sharersKey = orpc.presence.sharers.queryKey({ input: { zoneId } })
const requestsKey = orpc.presence.trackingRequests.queryKey()

const activeSharing = { sessionId: me, startedAt: at, endsAt, pausedAt: null }
const sharingEvent = (userId: string, sharing: EventOf<'presence.sharing'>['sharing']) =>
  ({ kind: 'presence.sharing', zoneId, userId, change: sharing ? 'started' : 'ended', sharing }) as const

it('an event updates the cache to the server’s response for one’s own sharing', () => {
  const client = new QueryClient()
  client.setQueryData(mySharingKey, { sharing: null })
  expect(applySharing(client, sharingEvent(me, activeSharing), me)).toEqual([sharersKey])
  expect(client.getQueryData(mySharingKey)).toEqual({ sharing: { ...activeSharing, zoneId } })
  applySharing(client, sharingEvent(me, { ...activeSharing, pausedAt: at }), me)
  expect(client.getQueryData(mySharingKey)?.sharing?.pausedAt).toBe(at)
  applySharing(client, sharingEvent(me, null), me)
  expect(client.getQueryData(mySharingKey)).toEqual({ sharing: null })
})

it('the end of sharing in a previous zone changes nothing', () => {
  const client = new QueryClient()
  const sharing = { ...activeSharing, zoneId: otherZoneId }
  client.setQueryData(mySharingKey, { sharing })
  applySharing(client, sharingEvent(me, null), me)
  expect(client.getQueryData(mySharingKey)).toEqual({ sharing })
})

it('people sharing in a zone appear, pause and disappear', () => {
  const client = new QueryClient()
  client.setQueryData(sharersKey, { people: [] })
  expect(applySharing(client, sharingEvent(anaId, { ...activeSharing, sessionId: null }), me)).toEqual([])
  expect(client.getQueryData(sharersKey)).toEqual({ people: [{ userId: anaId, endsAt, paused: false }] })
  applySharing(client, sharingEvent(anaId, { ...activeSharing, sessionId: null, pausedAt: at }), me)
  expect(client.getQueryData(sharersKey)).toEqual({ people: [{ userId: anaId, endsAt, paused: true }] })
  applySharing(client, sharingEvent(anaId, null), me)
  expect(client.getQueryData(sharersKey)).toEqual({ people: [] })
})

it('a new request comes first, and an answered one moves behind the open ones', () => {
  const client = new QueryClient()
  const [olderRequest, newerRequest] = [
    aRequest({ id: 'r1', createdAt: at }),
    aRequest({ id: 'r2', createdAt: endsAt }),
  ]
  client.setQueryData(requestsKey, { requests: [olderRequest] })
  const applyRequest = (request: typeof olderRequest) =>
    applySharing(client, { kind: 'tracking_request.changed', zoneId, userId: me, request }, me)
  expect(applyRequest(newerRequest)).toEqual([])
  expect(client.getQueryData(requestsKey)?.requests.map(({ id }) => id)).toEqual(['r2', 'r1'])
  applyRequest({ ...newerRequest, status: 'declined', answeredAt: endsAt })
  expect(client.getQueryData(requestsKey)?.requests.map(({ id, status }) => [id, status])).toEqual([
    ['r1', 'pending'],
    ['r2', 'declined'],
  ])
  // A withdrawn request can no longer be answered.
  applyRequest({ ...olderRequest, status: 'withdrawn', answeredAt: endsAt })
  expect(client.getQueryData(requestsKey)?.requests.filter(({ status }) => status === 'pending')).toEqual([])
})
