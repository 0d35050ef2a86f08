import type { FeedEvent } from '@muster/contract/feed.ts'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { applyPresence } from './presence.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const me = '0192f0c0-0000-7000-8000-000000000001'
const ana = '0192f0c0-0000-7000-8000-000000000002'
const bo = '0192f0c0-0000-7000-8000-000000000003'
const key = orpc.presence.panel.queryKey({ input: { zoneId } })
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`

const person = (userId: string, name: string, since: string) => ({
  userId,
  name,
  role: 'app_user' as const,
  since: at(since),
  lastSeen: at(since),
  accuracyMeters: 8,
})
const visit = (id: string, userId: string, userName: string, entry: string) => ({
  id,
  userId,
  userName,
  role: 'app_user' as const,
  entryTime: at(entry),
  exitTime: null,
  durationMinutes: null,
  source: 'manual' as const,
})

const before: PresencePanel = {
  zoneId,
  maxCapacity: 10,
  inside: [person(ana, 'Ana', '08:00'), person(bo, 'Bo', '08:30')],
  recentlyLeft: [4, 5, 6, 7, 8].map(n => ({
    userId: `0192f0c0-0000-7000-8000-00000000000${n}`,
    name: `P${n}`,
    role: 'app_user',
    at: at(`07:0${9 - n + 4}`),
  })),
  history: [visit('v2', bo, 'Bo', '08:30'), visit('v1', ana, 'Ana', '08:00')],
}
/** What the server would answer after Ana left at 09:05. */
const after: PresencePanel = {
  ...before,
  inside: [person(bo, 'Bo', '08:30')],
  recentlyLeft: [
    { userId: ana, name: 'Ana', role: 'app_user', at: at('09:05') },
    ...before.recentlyLeft.slice(0, 4),
  ],
  history: [
    visit('v2', bo, 'Bo', '08:30'),
    { ...visit('v1', ana, 'Ana', '08:00'), exitTime: at('09:05'), durationMinutes: 65 },
  ],
}
const left: FeedEvent = {
  kind: 'presence.changed',
  zoneId,
  userId: ana,
  change: 'left',
  at: at('09:05'),
  entryTime: at('08:00'),
  durationMinutes: 65,
}

function withPanel(panel: PresencePanel | undefined) {
  const client = new QueryClient()
  if (panel) client.setQueryData(key, panel)
  return client
}

it('somebody left: cache and event make what the server would answer', () => {
  const client = withPanel(before)
  expect(applyPresence(client, left, me)).toEqual([])
  expect(client.getQueryData(key)).toEqual(after)
})

it('the same event twice changes nothing more, and has the server asked', () => {
  const client = withPanel(after)
  expect(applyPresence(client, left, me)).toEqual([key])
  expect(client.getQueryData(key)).toEqual(after)
})

it('a late leaving does not undo a newer coming', () => {
  const again = { ...before, inside: [person(ana, 'Ana', '09:30')] }
  const client = withPanel(again)
  expect(applyPresence(client, left, me)).toEqual([key])
  expect(client.getQueryData(key)).toEqual(again)
})

it('asks again when somebody came: the event has no name', () => {
  const client = withPanel(before)
  const entered: FeedEvent = { ...left, change: 'entered', userId: me, durationMinutes: null }
  expect(applyPresence(client, entered, me)).toEqual([key, orpc.presence.mine.key()])
})

it('renews the ages of those who were seen, never backwards, and asks for their accuracy', () => {
  const client = withPanel(before)
  const seen: FeedEvent = {
    kind: 'presence.seen',
    zoneId,
    seen: [
      { userId: ana, inside: true, at: at('09:00') },
      { userId: bo, inside: true, at: at('07:00') },
    ],
  }
  expect(applyPresence(client, seen, me)).toEqual([key])
  const panel = client.getQueryData(key)
  expect(panel?.inside.map(({ lastSeen }) => lastSeen)).toEqual([at('09:00'), at('08:30')])
  // Once more it changes nothing, so nothing is asked.
  expect(applyPresence(client, seen, me)).toEqual([])
  expect(client.getQueryData(key)).toBe(panel)
  // Not loaded yet: the answer on its way may be older.
  expect(applyPresence(withPanel(undefined), seen, me)).toEqual([key])
})

it('keeps nothing of a zone one was removed from', () => {
  const client = withPanel(before)
  applyPresence(client, { kind: 'membership.removed', zoneId, userId: me }, me)
  expect(client.getQueryData(key)).toBeUndefined()
})

it('asks for the panels again when somebody got another name', () => {
  const client = withPanel(before)
  expect(applyPresence(client, { kind: 'user.changed', userId: ana }, me)).toEqual([
    orpc.presence.panel.key(),
  ])
})
