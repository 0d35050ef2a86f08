import { setTimeout as sleep } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import { toAddressGroup } from '../lib/address-group.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { runOnAccount } from '../lib/run-on-account.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/**
 * Queued calls use no connection. A person's limit is below the pool's size, so nobody occupies it. An IP address may be a whole
 * site: long queue, few running, because strangers mostly hash passwords, two at once.
 */
const limits = {
  session: { running: 4, waiting: 32 },
  person: { running: 6, waiting: 64 },
  address: { running: 4, waiting: 400 },
  // These wait for other servers, not for the CPU.
  elsewhere: { running: 8, waiting: 200 },
  // These are answered from caches or loaded in batches, so one IP address may have as many of them as sockets.
  lookUps: { running: 100, waiting: 1_900 },
  tries: { running: 1, waiting: 16 },
  // One link, poster or kiosk may be open on many devices; its calls wait for their own turn only.
  secret: { running: 4, waiting: 400 },
  // All calls with secrets that open something, from one IP address.
  secretsOfAddress: { running: 8, waiting: 2_000 },
  urgent: { running: 2, waiting: 32 },
  unknown: { running: 2, waiting: 2_000 },
} as const

/**
 * Beyond them, calls queue, so that a loop stays below the rate at which its IP address is refused unread (`call-rate.ts`), honest
 * people included.
 */
const secretRates = {
  secret: { atOnce: 400, perSecond: 25 },
  address: { atOnce: 600, perSecond: 150 },
  unknown: { atOnce: 50, perSecond: 50 },
} as const

/** Each attempt computes a hash, which costs as much CPU as a hundred calls, and nobody types faster than this. */
const attemptRate = { atOnce: 12, perSecond: 2 }

/** Retry delay in milliseconds; it is short because running calls finish within moments. */
const RETRY_AFTER_MS = 1_000

export const createTooManyError = () =>
  fail(
    'TOO_MANY_REQUESTS',
    { retryAt: new Date(Date.now() + RETRY_AFTER_MS).toISOString() },
    msg`Too many at once. Try again with fewer.`,
  )

type SecretCall = { readonly key: string; readonly ip: string; readonly isUrgent: boolean }

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>

/** Per session, person and IP address on this node. Calls beyond them throw TOO_MANY_REQUESTS. */
export function createConcurrencyLimits(now?: () => number) {
  const sessionLimit = createConcurrencyLimit({ ...limits.session, createFullError: createTooManyError })
  const personLimit = createConcurrencyLimit({ ...limits.person, createFullError: createTooManyError })
  const addressLimit = createConcurrencyLimit({ ...limits.address, createFullError: createTooManyError })
  const externalCallLimit = createConcurrencyLimit({
    ...limits.elsewhere,
    createFullError: createTooManyError,
  })
  const lookUpLimit = createConcurrencyLimit({ ...limits.lookUps, createFullError: createTooManyError })
  const attemptLimit = createConcurrencyLimit({ ...limits.tries, createFullError: createTooManyError })
  const secretLimit = createConcurrencyLimit({ ...limits.secret, createFullError: createTooManyError })
  const secretsOfAddressLimit = createConcurrencyLimit({
    ...limits.secretsOfAddress,
    createFullError: createTooManyError,
  })
  const urgentLimit = createConcurrencyLimit({ ...limits.urgent, createFullError: createTooManyError })
  const unknownLimit = createConcurrencyLimit({ ...limits.unknown, createFullError: createTooManyError })
  const createRate = (rate: { readonly atOnce: number; readonly perSecond: number }) => {
    const buckets = createTokenBuckets({ ...rate, ...(now && { now }) })
    return async (key: string) => {
      const waitMs = buckets.consume(key, 1)
      if (waitMs > 0) await sleep(waitMs)
    }
  }
  const paceSecret = createRate(secretRates.secret)
  const paceAddress = createRate(secretRates.address)
  const paceUnknown = createRate(secretRates.unknown)
  const attemptBuckets = createTokenBuckets({ ...attemptRate, ...(now && { now }) })
  const requireAttemptCapacity = (userId: string) => {
    if (attemptBuckets.wait(userId) > 0 || !attemptLimit.hasCapacity(userId)) throw createTooManyError()
  }
  return {
    /** Runs a call of a signed-in person. */
    ofSession: <T>({ sessionId, userId }: { sessionId: string; userId: string }, work: () => Promise<T>) =>
      sessionLimit.run(sessionId, () => personLimit.run(userId, () => runOnAccount(userId, work))),
    /** True if the person may start another call; for checks before the call is read. */
    hasCapacity: ({ sessionId, userId }: { sessionId: string; userId: string }) =>
      sessionLimit.hasCapacity(sessionId) && personLimit.hasCapacity(userId),
    /** Runs a call that anybody may make, such as a sign-in. */
    ofAddress<T>(ip: string, work: () => T | PromiseLike<T>) {
      const address = toAddressGroup(ip)
      return addressLimit.run(address, () => runOnAccount(address, work))
    },
    /** Runs a call of an unknown caller that waits for another server. */
    ofElsewhere<T>(ip: string, work: () => T | PromiseLike<T>) {
      const address = toAddressGroup(ip)
      return externalCallLimit.run(address, () => runOnAccount(address, work))
    },
    /** Runs token lookups and cached reads in a separate queue, so that signed-in people do not wait behind sign-ins. */
    ofLookUp: <T>(ip: string, work: () => T | PromiseLike<T>) => lookUpLimit.run(toAddressGroup(ip), work),
    /**
     * Never behind passwords, unknown secrets or other people's calls. Urgent calls do not wait for others of their address either.
     */
    ofSecret<T>({ key, ip, isUrgent }: SecretCall, work: () => T | PromiseLike<T>): Promise<T> {
      const account = `secret:${key}`
      if (isUrgent) return urgentLimit.run(key, () => runOnAccount(account, work))
      const address = toAddressGroup(ip)
      return secretLimit.run(key, async () => {
        await paceSecret(key)
        return secretsOfAddressLimit.run(address, async () => {
          await paceAddress(address)
          return runOnAccount(account, work)
        })
      })
    },
    /** Runs a call with a secret that opens nothing: slowly, because only guesses and old pages send them. */
    ofUnknownSecret<T>(ip: string, work: () => T | PromiseLike<T>): Promise<T> {
      const address = toAddressGroup(ip)
      return unknownLimit.run(address, async () => {
        await paceUnknown(address)
        return runOnAccount(address, work)
      })
    },
    /** Throws if another attempt would be refused; for checks before anything is read. */
    requireCapacityForTry: requireAttemptCapacity,
    /** For a person's own PIN or password: one at a time, across their sessions, and no faster than a person types. */
    async ofTries<T>(userId: string, work: () => Promise<T>): Promise<T> {
      requireAttemptCapacity(userId)
      attemptBuckets.consume(userId, 1)
      return attemptLimit.run(userId, work)
    },
  }
}
