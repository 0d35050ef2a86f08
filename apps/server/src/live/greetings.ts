import { addressGroup } from '../lib/address-group.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { LiveLimits } from './limits.ts'

/** Number of bytes that cost as much as a greeting: about ninety topics. */
const BYTES_OF_ONE = 4 * 1024

export type Greetings = {
  /** True if a first message of this size may be read now. A refused one costs its IP address nothing. */
  hears(address: string, bytes: number): boolean
}

/**
 * Limits the first messages read per IP address: the sender is not known yet, and opening a new socket for each would evade any
 * limit per socket.
 */
export function createGreetings(limits: Pick<LiveLimits, 'hellosAtOnce' | 'hellosPerSecond'>): Greetings {
  const rate = createTokenBuckets({ atOnce: limits.hellosAtOnce, perSecond: limits.hellosPerSecond })
  return {
    hears(address, bytes) {
      const key = addressGroup(address)
      if (rate.wait(key) > 0) return false
      rate.consume(key, 1 + bytes / BYTES_OF_ONE)
      return true
    },
  }
}
