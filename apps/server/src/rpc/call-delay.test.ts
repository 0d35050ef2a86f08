import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { CountedMessage } from '../doors/counted-message.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { createCallDelay } from './call-delay.ts'
import { createCallRate } from './call-rate.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'
import type { ActiveSession } from './sessions.ts'

const person: ActiveSession = {
  sessionId: 'session',
  userId: 'person',
  role: 'worker',
  email: 'asha@example.org',
  expiresAt: Number.POSITIVE_INFINITY,
}

const createFrozenBuckets = (atOnce: number) => createTokenBuckets({ atOnce, perSecond: 10, now: () => 0 })

function createDelayedCaller({
  held,
  found = null,
}: {
  held?: ActiveSession
  found?: ActiveSession | null | Error
}) {
  const resolve = vi.fn(async () => {
    if (found instanceof Error) throw found
    return found
  })
  const delayCall = createCallDelay({
    sessions: { held: () => held, resolve },
    concurrency: createConcurrencyLimits(),
    rate: createCallRate(createFrozenBuckets(2), createFrozenBuckets(100), createFrozenBuckets(100)),
  })
  const routeOptions = { bodyLimit: 1024 * 1024 }
  const call = (
    authorization?: string,
    headers: IncomingHttpHeaders = {},
    raw = new CountedMessage(new Socket()),
  ) => delayCall({ headers: { ...headers, authorization }, routeOptions, ip: '192.0.2.1', raw })
  return { call, resolve }
}

it('a call with a cached session runs at once, without a promise', () => {
  const { call, resolve } = createDelayedCaller({ held: person })
  expect([1, 2, 3, 4].map(() => call('Bearer token'))).toEqual([0, 0, 0, 100])
  expect(resolve).not.toHaveBeenCalled()
})

it("calls whose session is not cached at the moment still run at their person's rate", async () => {
  const { call } = createDelayedCaller({ found: person })
  const waits = await Promise.allSettled(Array.from({ length: 30 }, () => call('Bearer token')))
  const values = waits.flatMap(it => (it.status === 'fulfilled' ? [it.value] : []))
  expect(values.slice(0, 5)).toEqual([0, 0, 0, 100, 200])
  expect(waits.filter(it => it.status === 'rejected')).toHaveLength(30 - values.length)
  expect(values.at(-1)).toBeLessThanOrEqual(2_000)
})

it('unresolvable and unknown callers count as strangers', async () => {
  expect(await createDelayedCaller({ found: new Error('The database is away') }).call('Bearer token')).toBe(0)
  expect(await createDelayedCaller({ found: null }).call('Bearer token')).toBe(0)
  const { call, resolve } = createDelayedCaller({ found: person })
  expect(call()).toBe(0)
  expect(resolve).not.toHaveBeenCalled()
})

it('a body without an announced length is charged as it arrives', () => {
  const { call } = createDelayedCaller({ held: person })
  const raw = new CountedMessage(new Socket())
  raw.bodyLimit = 1024 * 1024
  raw.push(Buffer.alloc(64 * 1024))
  expect(call('Bearer token', { 'transfer-encoding': 'chunked' }, raw)).toBe(0)
  expect(call('Bearer token')).toBe(0)
  for (let n = 0; n < 14; n++) raw.push(Buffer.alloc(64 * 1024))
  expect(call('Bearer token')).toBe(1_500)
})

it("a call's content is charged to its token's person, or to a stranger without one", async () => {
  const fullHeaders = { 'content-length': String(1024 * 1024) }
  const knownCaller = createDelayedCaller({ found: person })
  expect(await knownCaller.call('Bearer token', fullHeaders)).toBe(0)
  expect(await knownCaller.call('Bearer token')).toBe(1_500)
  expect(knownCaller.call()).toBe(0)

  const unknownCaller = createDelayedCaller({ found: null })
  expect(await unknownCaller.call('Bearer token', fullHeaders)).toBe(0)
  await expect(unknownCaller.call('Bearer token', fullHeaders)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  expect(unknownCaller.call()).toBe(0)
})
