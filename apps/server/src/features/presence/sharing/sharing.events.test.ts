import type { EventOf } from '@muster/contract/feed.ts'
import type { Role } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'
import { sharingEvents } from './sharing.events.ts'

const annId = '01a1f78d-97f1-7878-a321-f1114010978f'
const miaId = '01a1f78d-97fb-7d12-baf1-32f78504b2fb'
const otherUserId = '01a1f78d-97fc-7d12-baf1-32f78504b2fb'
const zoneId = '01a1f78d-97d1-7041-85cb-f852f414fa70'
const at = '2026-11-20T09:41:00.000Z'
const createViewer = (userId: string, role: Role | null) => ({ userId, role, linkTo: (path: string) => path })

it('viewers of the zone see who is sharing; only the person sees the session', () => {
  const sharing = { sessionId: otherUserId, startedAt: at, endsAt: at, pausedAt: null }
  const event: EventOf<'presence.sharing'> = {
    kind: 'presence.sharing',
    zoneId,
    userId: annId,
    change: 'started',
    sharing,
  }
  const { canSee: isVisibleTo } = sharingEvents['presence.sharing']
  expect(isVisibleTo(createViewer(annId, 'app_user'), event)).toBe(true)
  expect(isVisibleTo(createViewer(miaId, 'zone_manager_ro'), event)).toEqual({
    ...event,
    sharing: { ...sharing, sessionId: null },
  })
  expect(isVisibleTo(createViewer(miaId, 'app_user'), event)).toBe(false)
  expect(isVisibleTo(createViewer(miaId, 'zone_manager_ro'), { ...event, sharing: null })).toEqual({
    ...event,
    sharing: null,
  })
})

it('a request is visible to both sides; a request for oneself is visible to everybody who may answer it', () => {
  const request = {
    id: otherUserId,
    zoneId,
    zoneName: 'Yard',
    userId: annId,
    userName: 'Ann',
    requestedBy: miaId,
    requestedByName: 'Mia',
    status: 'pending' as const,
    createdAt: at,
    answeredAt: null,
  }
  const event: EventOf<'tracking_request.changed'> = {
    kind: 'tracking_request.changed',
    zoneId,
    userId: annId,
    request,
  }
  const selfRequestEvent = { ...event, request: { ...request, requestedBy: annId } }
  const { canSee: isVisibleTo } = sharingEvents['tracking_request.changed']
  expect(
    [annId, miaId, otherUserId].map(id => isVisibleTo(createViewer(id, 'zone_manager_rw'), event)),
  ).toEqual([true, true, false])
  expect(isVisibleTo(createViewer(otherUserId, 'zone_manager_rw'), selfRequestEvent)).toBe(true)
  expect(isVisibleTo(createViewer(otherUserId, 'client_admin'), selfRequestEvent)).toBe(false)
  expect(isVisibleTo(createViewer(otherUserId, null), selfRequestEvent)).toBe(false)
})
