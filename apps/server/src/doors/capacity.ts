import type { FastifyRequest } from 'fastify'
import type { TokenBuckets } from '../lib/token-buckets.ts'
import { fail } from '../rpc/fail.ts'
import { chargeAsReceived, estimateBytes } from './bytes-announced.ts'
import { rateLimitCalls } from './rate-limit-calls.ts'

/** Milliseconds that a batch waits at most. */
export const MAX_WAIT_MS = 2_000

/** Body bytes charged like one check: even an invalid body must be read. A reading takes about a tenth of this. */
const BYTES_PER_CHECK = 2 * 1024

/**
 * Charges a body's bytes before they are read or, without a declared length, as they arrive. Long waits are refused after a delay.
 */
export const createCapacityHook = (rate: TokenBuckets, getUserId: (request: FastifyRequest) => string) =>
  rateLimitCalls(request => {
    const userId = getUserId(request)
    requireCapacity(rate, userId)
    const cost = Math.floor(estimateBytes(request) / BYTES_PER_CHECK)
    if (cost > 0) rate.consume(userId, cost)
    let unchargedBytes = 0
    chargeAsReceived(request, bytes => {
      unchargedBytes += bytes
      if (unchargedBytes < BYTES_PER_CHECK) return
      rate.consume(userId, Math.floor(unchargedBytes / BYTES_PER_CHECK))
      unchargedBytes %= BYTES_PER_CHECK
    })
    return 0
  })

/** Throws TOO_MANY_REQUESTS if the wait would be long. Used directly by endpoints that learn the sender only from the message. */
export function requireCapacity(rate: TokenBuckets, userId: string): void {
  const waitMs = rate.wait(userId)
  if (waitMs > MAX_WAIT_MS)
    throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + waitMs).toISOString() })
}
