import { toAddressGroup } from '../lib/address-group.ts'
import { createTokenBuckets, type TokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/** Per person: a screen loads about ten things, and nobody opens five a second. Calls beyond it wait, so a loop takes little CPU. */
const personRate = { atOnce: 60, perSecond: 50 }
/** Per IP address: all 300 people on a site may open the app at once on their first morning. */
const addressRate = { atOnce: 2_000, perSecond: 250 }

/** Maximum delay; a call that would wait longer is rejected and can be retried. */
const MAX_WAIT_MS = 2_000
/** Number of bytes that cost as much as a call, because they must be read and parsed. */
const BYTES_PER_CALL = 64 * 1024
/**
 * Number of bytes that cost an unknown caller as much as a call. Such callers send little: an email address, a password, a name.
 * One IP address may send about 8 MB at once.
 */
const BYTES_PER_UNKNOWN_CALL = 4 * 1024
/** In bytes; unknown callers' larger bodies are charged apart: announcing costs nothing, and must not hold up small calls there. */
const LARGE_BODY = 2 * BYTES_PER_UNKNOWN_CALL

export type Caller = {
  /** The signed-in caller; undefined for strangers, and until the session has been looked up. */
  readonly userId: string | undefined
  readonly ip: string
  /** The announced size of the body in bytes. */
  readonly bytes: number
  /** 0 if the call itself was already charged and only its content is due. */
  readonly calls?: 0 | 1
}

export type CallRate = {
  /** Milliseconds until the call's turn. Throws TOO_MANY_REQUESTS far over the rate, without charging the call. */
  findWait(caller: Caller): number
  /** Charges bytes that arrive after the call's turn was determined. */
  pay(caller: Pick<Caller, 'userId' | 'ip'>, bytes: number): void
}

/** Per person and, for strangers, per IP address. It applies before any work is done for a call. */
export function createCallRate(
  people: TokenBuckets = createTokenBuckets(personRate),
  strangers: TokenBuckets = createTokenBuckets(addressRate),
  largeBodies: TokenBuckets = createTokenBuckets(addressRate),
): CallRate {
  /** Lists what a call costs: the buckets, the key in them and the tokens. */
  const listCosts = ({ userId, ip }: Pick<Caller, 'userId' | 'ip'>, calls: number, bytes: number) => {
    if (userId) return [[people, userId, calls + bytes / BYTES_PER_CALL]] as const
    const [address, tokens] = [toAddressGroup(ip), bytes / BYTES_PER_UNKNOWN_CALL]
    return bytes > LARGE_BODY
      ? ([
          [strangers, address, calls],
          [largeBodies, address, tokens],
        ] as const)
      : ([[strangers, address, calls + tokens]] as const)
  }
  return {
    findWait({ bytes, calls = 1, ...caller }) {
      const costs = listCosts(caller, calls, bytes)
      const waitMs = Math.max(...costs.map(([buckets, key]) => buckets.wait(key)))
      if (waitMs > MAX_WAIT_MS)
        throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + waitMs).toISOString() })
      return Math.max(...costs.map(([buckets, key, tokens]) => buckets.consume(key, tokens)))
    },
    pay(caller, bytes) {
      for (const [buckets, key, tokens] of listCosts(caller, 0, bytes)) buckets.consume(key, tokens)
    },
  }
}
