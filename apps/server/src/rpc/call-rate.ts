import { addressGroup } from '../lib/address-group.ts'
import { createTokenBuckets, type TokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/**
 * Calls per person: a screen loads some ten things at once, and nobody opens five screens a second. Calls beyond the rate are
 * delayed, so that a loop takes only a limited share of the CPU.
 */
const callsOfOne = { atOnce: 60, perSecond: 50 }
/** Calls of unknown callers per address: 300 people of a site open the app on their first morning. */
const callsOfAddress = { atOnce: 2_000, perSecond: 250 }

/** A call that would wait longer is refused and may be repeated. */
const MOST_WAIT_MS = 2_000
/** Bytes that cost as much as a call, because they must be read and parsed. */
const BYTES_OF_ONE = 64 * 1024
/** Unknown callers send little: an address, a password, a name. One network address may send some 8 MB of that at once. */
const BYTES_OF_STRANGER = 4 * 1024

export type Caller = {
  /** The caller, if known without a lookup. */
  readonly userId: string | undefined
  readonly ip: string
  /** The announced size of the body. */
  readonly bytes: number
  /** 0 if the call itself is already charged, and only its content is not. */
  readonly calls?: 0 | 1
}

export type CallRate = {
  /** Milliseconds until the call's turn. Throws TOO_MANY_REQUESTS for callers far over their rate; that costs them nothing. */
  findWait(caller: Caller): number
  /** Charges bytes that arrive after the call's turn was determined. */
  pay(caller: Pick<Caller, 'userId' | 'ip'>, bytes: number): void
}

/** The rates of calls per person, and of strangers per address, before any work is done for them. */
export function createCallRate(
  people: TokenBuckets = createTokenBuckets(callsOfOne),
  strangers: TokenBuckets = createTokenBuckets(callsOfAddress),
): CallRate {
  const toAccount = ({ userId, ip }: Pick<Caller, 'userId' | 'ip'>) =>
    userId
      ? ([people, userId, BYTES_OF_ONE] as const)
      : ([strangers, addressGroup(ip), BYTES_OF_STRANGER] as const)
  return {
    findWait({ bytes, calls = 1, ...caller }) {
      const [rate, key, bytesOfOne] = toAccount(caller)
      const wait = rate.wait(key)
      if (wait > MOST_WAIT_MS)
        throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + wait).toISOString() })
      return rate.consume(key, calls + bytes / bytesOfOne)
    },
    pay(caller, bytes) {
      const [rate, key, bytesOfOne] = toAccount(caller)
      rate.consume(key, bytes / bytesOfOne)
    },
  }
}
