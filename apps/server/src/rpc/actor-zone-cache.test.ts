import type { FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import { expect, it } from 'vitest'
import { createEventHandlers } from '../app/event-handlers.ts'
import { createActorZoneCache } from './actor-zone-cache.ts'

const zoneId = '0199a000-0000-7000-8000-000000000001'
const userId = '0199a000-0000-7000-8000-000000000002'
const sessionId = '0199a000-0000-7000-8000-000000000003'
const actor = { userId, sessionId, role: 'app_user', email: 'ann@example.org', expiresAt: 1e12 } as const
const start = 1_000_000

function setUp({ entryEnds = null as number | null } = {}) {
  let at = start
  let fresh = true
  const row = {
    id: zoneId,
    status: 'active',
    zoneRole: 'app_user',
    acceptedAt: new Date(start),
    entryEnds: entryEnds === null ? null : new Date(entryEnds),
    changes: null,
  }
  let answer: Promise<void> | undefined
  const zones = createActorZoneCache({
    mayCache: () => fresh,
    now: () => at,
    load: async keys => {
      await answer
      return keys.map(key => (key.zoneId === zoneId ? row : undefined))
    },
  })
  return {
    zones,
    row,
    read: () => zones.read(actor, zoneId),
    answerAfter(moment: Promise<void>) {
      answer = moment
    },
    held: () => zones.get(actor, zoneId),
    wait(ms: number) {
      at += ms
    },
    loseTheFeed() {
      fresh = false
    },
  }
}

it('a row is cached only for its own session', async () => {
  const { zones, read, held, row } = setUp()
  expect(held()).toBeUndefined()
  await read()
  expect(held()).toBe(row)
  expect(zones.get({ ...actor, sessionId: userId }, zoneId)).toBeUndefined()
  expect(zones.get(actor, userId)).toBeUndefined()
})

it('a row is cached until its PIN entry ends, and never for longer than a minute', async () => {
  const entered = setUp({ entryEnds: start + 5_000 })
  await entered.read()
  entered.wait(4_999)
  expect(entered.held()).toBeDefined()
  entered.wait(1)
  expect(entered.held()).toBeUndefined()
  const long = setUp()
  await long.read()
  long.wait(60_000)
  expect(long.held()).toBeUndefined()
})

it('nothing is trusted while changes are not announced', async () => {
  const { read, held, loseTheFeed } = setUp()
  await read()
  loseTheFeed()
  expect(held()).toBeUndefined()
  await read()
  expect(held()).toBeUndefined()
})

it('a row read before a change is not cached', async () => {
  const { zones, held, row, read, answerAfter } = setUp()
  const answer = Promise.withResolvers<void>()
  answerAfter(answer.promise)
  const reading = read()
  zones.forgetZone(zoneId)
  answer.resolve()
  expect(await reading).toBe(row)
  expect(held()).toBeUndefined()
})

it.each<{ kind: FeedEventKind; userId?: string; zoneId?: string; sessionId?: string }>([
  { kind: 'entry.ended', userId, zoneId, sessionId },
  { kind: 'membership.removed', userId, zoneId },
  { kind: 'membership.changed', userId, zoneId },
  { kind: 'user.changed', userId },
  { kind: 'zone.changed', zoneId },
  { kind: 'zone.suspended', zoneId },
  { kind: 'zone.removed', zoneId },
])('a row is dropped on $kind', async ({ kind, ...changed }) => {
  const { zones, read, held } = setUp()
  await read()
  const nothing = { forget() {}, forgetUser() {}, forgetZone() {}, forgetAll() {} }
  const handlers = createEventHandlers({
    sessions: nothing,
    members: nothing,
    trackers: nothing,
    zones: nothing,
    zoneShapes: nothing,
    map: nothing,
    actorZones: zones,
  })
  handlers.handle({ kind, event: { kind, ...changed } as FeedEvent })
  expect(held()).toBeUndefined()
})
