import { addressGroup } from '../lib/address-group.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { LiveLimits } from './limits.ts'

/** So many bytes cost as much as a greeting: some ninety topics fill them. */
const BYTES_OF_ONE = 4 * 1024

export type Greetings = {
  /** Whether a first message of so many bytes is read now. One that is not costs its address nothing. */
  hears(address: string, bytes: number): boolean
}

/**
 * The rate at which first messages from one address are read: nobody knows yet whose they are, and a new socket for each of them
 * is no bound.
 */
export function createGreetings(limits: Pick<LiveLimits, 'hellosAtOnce' | 'hellosPerSecond'>): Greetings {
  const rate = createTokenBuckets({ atOnce: limits.hellosAtOnce, perSecond: limits.hellosPerSecond })
  return {
    hears(address, bytes) {
      const key = addressGroup(address)
      if (rate.wait(key) > 0) return false
      rate.spend(key, 1 + bytes / BYTES_OF_ONE)
      return true
    },
  }
}
