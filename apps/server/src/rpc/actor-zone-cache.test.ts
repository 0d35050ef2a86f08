import type { FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import { expect, it } from 'vitest'
import { createEventHandlers } from '../app/event-handlers.ts'
import { createActorZoneCache } from './actor-zone-cache.ts'

const zoneId = '0199a000-0000-7000-8000-000000000001'
const userId = '0199a000-0000-7000-8000-000000000002'
const sessionId = '0199a000-0000-7000-8000-000000000003'
const actor = { userId, sessionId, role: 'app_user', email: 'ann@example.org', expiresAt: 1e12 } as const
const startMs = 1_000_000

function setUpCache({ entryEnds = null as number | null } = {}) {
  let nowMs = startMs
  let isFresh = true
  const row = {
    id: zoneId,
    status: 'active' as const,
    zoneRole: 'app_user' as const,
    acceptedAt: new Date(startMs),
    entryEnds: entryEnds === null ? null : new Date(entryEnds),
    changes: null,
  }
  let pendingAnswer: Promise<void> | undefined
  const zones = createActorZoneCache({
    mayCache: () => isFresh,
    now: () => nowMs,
    load: async keys => {
      await pendingAnswer
      return keys.map(key => (key.zoneId === zoneId ? row : undefined))
    },
  })
  return {
    zones,
    row,
    read: () => zones.read(actor, zoneId),
    answerAfter(moment: Promise<void>) {
      pendingAnswer = moment
    },
    held: () => zones.get(actor, zoneId),
    wait(ms: number) {
      nowMs += ms
    },
    loseTheFeed() {
      isFresh = false
    },
  }
}

it('a row is cached only for its own session', async () => {
  const { zones, read, held, row } = setUpCache()
  expect(held()).toBeUndefined()
  await read()
  expect(held()).toBe(row)
  expect(zones.get({ ...actor, sessionId: userId }, zoneId)).toBeUndefined()
  expect(zones.get(actor, userId)).toBeUndefined()
})

it('a row is cached until its PIN entry ends, and never for longer than a minute', async () => {
  const enteredCache = setUpCache({ entryEnds: startMs + 5_000 })
  await enteredCache.read()
  enteredCache.wait(4_999)
  expect(enteredCache.held()).toBeDefined()
  enteredCache.wait(1)
  expect(enteredCache.held()).toBeUndefined()
  const longLivedCache = setUpCache()
  await longLivedCache.read()
  longLivedCache.wait(60_000)
  expect(longLivedCache.held()).toBeUndefined()
})

it('nothing is trusted while changes are not announced', async () => {
  const { read, held, loseTheFeed } = setUpCache()
  await read()
  loseTheFeed()
  expect(held()).toBeUndefined()
  await read()
  expect(held()).toBeUndefined()
})

it('a row read before a change is not cached', async () => {
  const { zones, held, row, read, answerAfter } = setUpCache()
  const answer = Promise.withResolvers<void>()
  answerAfter(answer.promise)
  const pendingRead = read()
  zones.forgetZone(zoneId)
  answer.resolve()
  expect(await pendingRead).toBe(row)
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
])('a row is dropped on $kind', async ({ kind, ...changedIds }) => {
  const { zones, read, held } = setUpCache()
  await read()
  const emptyCache = { forget() {}, forgetUser() {}, forgetZone() {}, forgetAbout() {}, forgetAll() {} }
  const handlers = createEventHandlers({
    sessions: emptyCache,
    members: emptyCache,
    trackers: emptyCache,
    badgeKeys: emptyCache,
    zones: emptyCache,
    zoneShapes: emptyCache,
    map: emptyCache,
    actorZones: zones,
  })
  handlers.handle({ kind, event: { kind, ...changedIds } as FeedEvent })
  expect(held()).toBeUndefined()
})
