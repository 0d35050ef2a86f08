import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import { toAddressGroup } from '../lib/address-group.ts'
import { fail } from './fail.ts'
import { clearAttempts, findFreeTime, refundAttempt, takeAttempt } from './rate-limit.queries.ts'

/** An attempt that counts against a rate limit. */
export type TakenAttempt = {
  /** Refunds one attempt. Call it if the attempt turns out not to be a guess. */
  refund(): Promise<void>
}

/** A limit of `points` attempts within `seconds`. The name identifies what is counted, and is the same on every node. */
export type Rate = { readonly name: string; readonly points: number; readonly seconds: number }

export type RateLimit = {
  /** Takes `cost` attempts for the key, 1 by default; throws TOO_MANY_REQUESTS with the time to retry if fewer are left. */
  take(key: string, cost?: number): Promise<TakenAttempt>
  clear(key: string): Promise<void>
}

/** Successes and unexpected failures cost nothing. Taken before the work, so that concurrent calls cannot exceed the limit. */
export async function withAttempt<T>(rateLimit: RateLimit, key: string, work: () => Promise<T>): Promise<T> {
  const attempt = await rateLimit.take(key)
  const outcome = await withRefund([attempt], work)
  await attempt.refund()
  return outcome
}

/** Counts only a refused secret. Nothing before the look-up: others at the address must not refuse a right one. */
export async function countRefusal<T>(rateLimit: RateLimit, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) await rateLimit.take(key)
    throw error
  }
}

/** Refunds the attempts when the work fails unexpectedly, which says nothing about a guess; an expected refusal keeps them. */
export async function withRefund<T>(
  attempts: readonly (TakenAttempt | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500)
      await Promise.all(attempts.map(it => it?.refund())).catch(() => undefined)
    throw error
  }
}

/** Refunds the attempts if the work fails for whatever reason, for limits of what the work sends. */
export async function refundIfRefused<T>(
  attempts: readonly TakenAttempt[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await Promise.all(attempts.map(it => it.refund())).catch(() => undefined)
    throw error
  }
}

/** Applies the rate limit per IP address, counting all addresses of one customer's network as one. */
export function limitByAddress(rateLimit: RateLimit): RateLimit {
  return {
    take: (address, cost) => rateLimit.take(toAddressGroup(address), cost),
    clear: address => rateLimit.clear(toAddressGroup(address)),
  }
}

/** In PostgreSQL, by its clock, for all nodes: `points` per key within any `seconds`. A refused attempt costs nothing. */
export function createRateLimit(pool: pg.Pool, { name, points, seconds }: Rate): RateLimit {
  // Keys are hashed, so that user input and device secrets are not stored in plain text.
  const toRow = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  return {
    async take(key, cost = 1) {
      const row = toRow(key)
      const rate = { points, seconds, cost }
      const at = await takeAttempt(pool, row, rate)
      if (!at)
        throw fail('TOO_MANY_REQUESTS', { retryAt: (await findFreeTime(pool, row, rate)).toISOString() })
      // Refund only once: another attempt may have the same time.
      let pendingRefund: Promise<void> | undefined
      const refund = () => {
        pendingRefund ??= refundAttempt(pool, row, at).catch(error => {
          // The refund failed, so it can be retried.
          pendingRefund = undefined
          throw error
        })
        return pendingRefund
      }
      return { refund }
    },
    clear: key => clearAttempts(pool, toRow(key)),
  }
}

/**
 * Counts only unknown secrets of strangers at an address. The same number as for sign-ins, because a site may share one address.
 */
export const createGuessLimit = (
  {
    db,
    env,
  }: { readonly db: { readonly pool: pg.Pool }; readonly env: { readonly TRIES_PER_ADDRESS: number } },
  name: string,
): RateLimit =>
  limitByAddress(createRateLimit(db.pool, { name, points: env.TRIES_PER_ADDRESS, seconds: 15 * 60 }))
