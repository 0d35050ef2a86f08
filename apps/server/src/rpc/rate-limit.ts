import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import { addressGroup } from '../lib/address-group.ts'
import { fail } from './fail.ts'
import { forgetTries, freeAgain, refundAttempt, takeTry } from './rate-limit.queries.ts'

/** An attempt that was taken. */
export type Take = {
  /** Refunds this attempt: it was not a guess. */
  refund(): Promise<void>
}

/** A limit of `points` within `seconds`. The name identifies what is counted, and is the same on every node. */
export type Rate = { readonly name: string; readonly points: number; readonly seconds: number }

export type RateLimit = {
  /** Takes one attempt of the key; throws TOO_MANY_REQUESTS with the time to retry if none is left. */
  take(key: string): Promise<Take>
  /** Clears all attempts of the key. */
  clear(key: string): Promise<void>
}

/**
 * Runs work that costs an attempt only on failure: successes are not guesses. The attempt is taken beforehand, so that concurrent
 * calls cannot exceed the limit.
 */
export async function withEstimate<T>(rateLimit: RateLimit, key: string, work: () => Promise<T>): Promise<T> {
  const guess = await rateLimit.take(key)
  const done = await withFallback([guess], work)
  await guess.refund()
  return done
}

/** Refunds the attempts when the work fails unexpectedly, which says nothing about a guess; an expected refusal keeps them. */
export async function withFallback<T>(
  tries: readonly (Take | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500)
      await Promise.all(tries.map(it => it?.refund())).catch(() => undefined)
    throw error
  }
}

/** Applies the rate limit per IP address, counting all addresses of one customer's network as one. */
export function byAddress(rateLimit: RateLimit): RateLimit {
  return {
    take: address => rateLimit.take(addressGroup(address)),
    clear: address => rateLimit.clear(addressGroup(address)),
  }
}

/**
 * Counts attempts in PostgreSQL, by its clock, shared by all nodes: at most `points` per key within any `seconds`. Each attempt is
 * free again `seconds` after it was taken; a refused one costs nothing.
 */
export function createRateLimit(pool: pg.Pool, { name, points, seconds }: Rate): RateLimit {
  // User input and device secrets are not stored in plain text.
  const toRow = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  return {
    async take(key) {
      const row = toRow(key)
      const at = await takeTry(pool, row, { points, seconds })
      if (!at)
        throw fail('TOO_MANY_REQUESTS', { retryAt: (await freeAgain(pool, row, seconds)).toISOString() })
      // Refund only once: another attempt may have the same time.
      let estimate: Promise<void> | undefined
      const refund = () => {
        estimate ??= refundAttempt(pool, row, at).catch(error => {
          // The refund failed, so it can be retried.
          estimate = undefined
          throw error
        })
        return estimate
      }
      return { refund }
    },
    clear: key => forgetTries(pool, toRow(key)),
  }
}
