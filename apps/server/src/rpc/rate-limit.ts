import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import { addressGroup } from '../lib/address-group.ts'
import { fail } from './fail.ts'
import { forgetTries, freeAgain, giveTryBack, takeTry } from './rate-limit.queries.ts'

/** A try that was taken. */
export type Take = {
  /** Gives this try back: it was no guess. */
  giveBack(): Promise<void>
}

/** So many within so many seconds. The name says what is counted, and is the same on every node. */
export type Rate = { readonly name: string; readonly points: number; readonly seconds: number }

export type RateLimit = {
  /** Takes one try of the key; throws TOO_MANY_REQUESTS with the moment to try again when none is left. */
  take(key: string): Promise<Take>
  /** Forgets all tries of the key. */
  clear(key: string): Promise<void>
}

/**
 * Work that costs a try of the key only where it fails: who succeeds did not guess. The try is taken before, so that of
 * many at once no more get through than are left.
 */
export async function orGuess<T>(rateLimit: RateLimit, key: string, work: () => Promise<T>): Promise<T> {
  const guess = await rateLimit.take(key)
  const done = await orBroken([guess], work)
  await guess.giveBack()
  return done
}

/** Gives the tries back when the work breaks down, which says nothing about a guess; a refusal keeps them. */
export async function orBroken<T>(tries: readonly (Take | undefined)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500)
      await Promise.all(tries.map(it => it?.giveBack())).catch(() => undefined)
    throw error
  }
}

/** The same rate limit for addresses: those that one customer is given count as one. */
export function byAddress(rateLimit: RateLimit): RateLimit {
  return {
    take: address => rateLimit.take(addressGroup(address)),
    clear: address => rateLimit.clear(addressGroup(address)),
  }
}

/**
 * Counts tries in Postgres, by its clock, shared by all nodes: at most `points` for a key within any `seconds`. Each try
 * is free again `seconds` after it was taken; one that was refused takes nothing.
 */
export function createRateLimit(pool: pg.Pool, { name, points, seconds }: Rate): RateLimit {
  // Typed text and secrets of devices are not stored as they are.
  const rowOf = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  return {
    async take(key) {
      const row = rowOf(key)
      const at = await takeTry(pool, row, { points, seconds })
      if (!at)
        throw fail('TOO_MANY_REQUESTS', { retryAt: (await freeAgain(pool, row, seconds)).toISOString() })
      // Once: another's try may be of the same moment.
      let given: Promise<void> | undefined
      const giveBack = () => {
        given ??= giveTryBack(pool, row, at).catch(error => {
          // Not given back, so it may be again.
          given = undefined
          throw error
        })
        return given
      }
      return { giveBack }
    },
    clear: key => forgetTries(pool, rowOf(key)),
  }
}
