import { onAccountOf } from '../lib/account-of-work.ts'
import { addressGroup } from '../lib/address-group.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/**
 * How many calls run and how many wait in line. Whoever waits holds no connection to the database. A person has fewer
 * turns than the pool has connections, so that nobody can hold all of them. An address may have a whole site behind it,
 * which waits in a long line: strangers mostly hash, one at a time, and while one hashes another is looked up or written.
 * More at once would only make others wait for a processor.
 */
const bounds = {
  session: { running: 4, waiting: 32 },
  person: { running: 6, waiting: 64 },
  address: { running: 2, waiting: 400 },
  // It waits for others, not for a processor.
  elsewhere: { running: 8, waiting: 200 },
  // From memory, or read together, whoever asks: as many as an address has sockets.
  lookUps: { running: 100, waiting: 1_900 },
  tries: { running: 1, waiting: 16 },
} as const

/** Tries of one person that are looked at: each hashes, which takes a processor for as long as a hundred calls do. No person types faster. */
const triesRate = { atOnce: 12, perSecond: 2 }

/** When it is worth coming again, in ms: what is under way takes a moment, not a minute. */
const AGAIN_MS = 1_000

export const tooManyAtOnce = () =>
  fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + AGAIN_MS).toISOString() }, 'Too many at once.')

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>

/** Concurrency limits of one session, one person and one address on this node. Throws TOO_MANY_REQUESTS. */
export function createConcurrencyLimits(now?: () => number) {
  const sessions = createConcurrencyLimit({ ...bounds.session, full: tooManyAtOnce })
  const people = createConcurrencyLimit({ ...bounds.person, full: tooManyAtOnce })
  const addresses = createConcurrencyLimit({ ...bounds.address, full: tooManyAtOnce })
  const elsewhere = createConcurrencyLimit({ ...bounds.elsewhere, full: tooManyAtOnce })
  const lookUps = createConcurrencyLimit({ ...bounds.lookUps, full: tooManyAtOnce })
  const tries = createConcurrencyLimit({ ...bounds.tries, full: tooManyAtOnce })
  const rate = createTokenBuckets({ ...triesRate, ...(now && { now }) })
  const requireCapacityForTry = (userId: string) => {
    if (rate.wait(userId) > 0 || !tries.hasCapacity(userId)) throw tooManyAtOnce()
  }
  return {
    /** A call of somebody signed in. */
    ofSession: <T>({ sessionId, userId }: { sessionId: string; userId: string }, work: () => Promise<T>) =>
      sessions.run(sessionId, () => people.run(userId, () => onAccountOf(userId, work))),
    /** Whether the person may have one more under way, for who looks before the call is read. */
    hasCapacity: ({ sessionId, userId }: { sessionId: string; userId: string }) =>
      sessions.hasCapacity(sessionId) && people.hasCapacity(userId),
    /** A call of somebody who is not known, or not yet. */
    ofAddress<T>(ip: string, work: () => T | PromiseLike<T>) {
      const address = addressGroup(ip)
      return addresses.run(address, () => onAccountOf(address, work))
    },
    /** A call of somebody who is not known, that waits for another server. */
    ofElsewhere<T>(ip: string, work: () => T | PromiseLike<T>) {
      const address = addressGroup(ip)
      return elsewhere.run(address, () => onAccountOf(address, work))
    },
    /** Looking up whose token it is, and what is read from memory: a line of its own, so that who is signed in does not wait behind those who sign in. */
    ofLookUp: <T>(ip: string, work: () => T | PromiseLike<T>) => lookUps.run(addressGroup(ip), work),
    /** Throws where one more try would be refused, for who looks before anything is read for it. */
    requireCapacityForTry,
    /** A try at the person's own PIN or password: one at a time, over all their sessions, and no more than a person types. */
    async ofTries<T>(userId: string, work: () => Promise<T>): Promise<T> {
      requireCapacityForTry(userId)
      rate.spend(userId, 1)
      return tries.run(userId, work)
    },
  }
}
