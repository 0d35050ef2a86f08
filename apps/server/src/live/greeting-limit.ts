import { toAddressGroup } from '../lib/address-group.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { LiveLimits } from './limits.ts'

/** Number of bytes that cost as much as a greeting itself: about ninety topics. */
const BYTES_PER_GREETING = 4 * 1024

export type GreetingLimit = {
  /** If true, the first message counts against its IP address; a refused message costs nothing. */
  hears(address: string, bytes: number): boolean
}

/**
 * Limits the first messages read per IP address, because the sender is not known yet, and opening a new socket for each message
 * would evade any limit per socket.
 */
export function createGreetingLimit(
  limits: Pick<LiveLimits, 'hellosAtOnce' | 'hellosPerSecond'>,
): GreetingLimit {
  const greetingBuckets = createTokenBuckets({
    atOnce: limits.hellosAtOnce,
    perSecond: limits.hellosPerSecond,
  })
  return {
    hears(address, bytes) {
      const key = toAddressGroup(address)
      if (greetingBuckets.wait(key) > 0) return false
      greetingBuckets.consume(key, 1 + bytes / BYTES_PER_GREETING)
      return true
    },
  }
}
