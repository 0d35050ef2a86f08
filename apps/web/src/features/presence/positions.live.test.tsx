import type { FeedEvent } from '@muster/contract/feed.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { applyPositions } from './positions.live.ts'

const zoneId = '01890000-0000-7000-8000-000000000001'
const userId = '01890000-0000-7000-8000-000000000002'
const otherId = '01890000-0000-7000-8000-000000000003'
const key = orpc.presence.positions.queryKey({ input: { zoneId } })
const ana = {
  userId,
  name: 'Ana Ruiz',
  inside: false,
  lat: 1,
  lng: 1,
  accuracyMeters: 5,
  mock: false,
  at: '2026-05-01T10:00:00.000Z',
}

function applyEvent(event: FeedEvent, me = otherId) {
  const client = new QueryClient()
  client.setQueryData(key, { people: [ana] })
  const keys = applyPositions(client, event, me)
  return { keys, people: client.getQueryData(key)?.people }
}
const toLocatedEvent = (personId: string, at: string): FeedEvent => ({
  kind: 'presence.located',
  zoneId,
  located: [{ userId: personId, lat: 2, lng: 3, accuracyMeters: 8, at }],
})

it('a person moves to their newest reading, never back to an older one', () => {
  expect(applyEvent(toLocatedEvent(userId, '2026-05-01T10:01:00.000Z'))).toEqual({
    keys: [],
    people: [{ ...ana, lat: 2, lng: 3, accuracyMeters: 8, at: '2026-05-01T10:01:00.000Z' }],
  })
  expect(applyEvent(toLocatedEvent(userId, '2026-05-01T09:59:00.000Z')).people).toEqual([ana])
})

it('a position counts as mocked until the next reading', () => {
  const at = '2026-05-01T10:01:00.000Z'
  const event = toLocatedEvent(userId, at)
  if (event.kind !== 'presence.located') throw new Error('another event')
  const [reading] = event.located
  expect(
    applyEvent({ ...event, located: reading ? [{ ...reading, mock: true }] : [] }).people?.[0]?.mock,
  ).toBe(true)
  expect(applyEvent(aPresenceChange({ zoneId, userId, at, mock: true })).people?.[0]?.mock).toBe(true)
  ana.mock = true
  expect(applyEvent(event).people?.[0]?.mock).toBe(false)
  expect(applyEvent(aPresenceChange({ zoneId, userId, at })).people?.[0]?.mock).toBe(false)
  ana.mock = false
})

it('the name of a person new to the map is fetched from the server', () => {
  expect(applyEvent(toLocatedEvent(otherId, '2026-05-01T10:01:00.000Z')).keys).toEqual([key])
})

it('a person who has entered is also shown as inside on the map', () => {
  const enteredEvent = aPresenceChange({ zoneId, userId, at: '2026-05-01T10:01:00.000Z' })
  expect(applyEvent(enteredEvent).people?.[0]).toMatchObject({ inside: true, at: '2026-05-01T10:01:00.000Z' })
})

it('a removed member loses the cached positions of the others', () => {
  const removedEvent = { kind: 'membership.removed', zoneId, userId: otherId } as FeedEvent
  expect(applyEvent(removedEvent).people).toBeUndefined()
})

it('a person who withdraws consent disappears from the map immediately, and nobody else does', () => {
  const toWithdrawnEvent = (personId: string): FeedEvent => ({
    kind: 'presence.consent',
    zoneId,
    userId: personId,
    consent: 'withdrawn',
    was: 'outside',
  })
  expect(applyEvent(toWithdrawnEvent(userId))).toEqual({ keys: [], people: [] })
  expect(applyEvent(toWithdrawnEvent(otherId)).people).toEqual([ana])
})
