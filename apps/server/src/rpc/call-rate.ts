import { addressGroup } from '../lib/address-group.ts'
import { createTokenBuckets, type TokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/**
 * Calls of one person: a screen asks for some ten things at once, and nobody opens five screens a second. Who calls more
 * often has each call wait for its moment, so that a loop takes a bounded part of the processors from others.
 */
const callsOfOne = { atOnce: 60, perSecond: 50 }
/** Calls from one address by who is not known yet: 300 people of a site open the app on their first morning. */
const callsOfAddress = { atOnce: 2_000, perSecond: 250 }

/** A call that would have to wait for longer is refused: it may come again. */
const MOST_WAIT_MS = 2_000
/** So many bytes cost as much as a call: they have to be read and looked at, whatever they say. */
const BYTES_OF_ONE = 64 * 1024
/** Unknown callers send little: an address, a password, a name. One network address may bring some 8 MB of that at once. */
const BYTES_OF_STRANGER = 4 * 1024

export type Caller = {
  /** The caller, where known without looking it up. */
  readonly userId: string | undefined
  readonly ip: string
  /** The size of the body that the call announces. */
  readonly bytes: number
  /** 0 where the call itself was paid for, and only what it brings is not. */
  readonly calls?: 0 | 1
}

export type CallRate = {
  /** Milliseconds until the call's turn. Throws TOO_MANY_REQUESTS for who is far over their rate; that costs them nothing. */
  waitOf(caller: Caller): number
  /** For bytes of a call that came after its turn was settled. */
  pay(caller: Pick<Caller, 'userId' | 'ip'>, bytes: number): void
}

/** The rate at which calls of one person, and of strangers from one address, come in: all they cost is behind it. */
export function createCallRate(
  people: TokenBuckets = createTokenBuckets(callsOfOne),
  strangers: TokenBuckets = createTokenBuckets(callsOfAddress),
): CallRate {
  const accountOf = ({ userId, ip }: Pick<Caller, 'userId' | 'ip'>) =>
    userId
      ? ([people, userId, BYTES_OF_ONE] as const)
      : ([strangers, addressGroup(ip), BYTES_OF_STRANGER] as const)
  return {
    waitOf({ bytes, calls = 1, ...caller }) {
      const [rate, key, bytesOfOne] = accountOf(caller)
      const wait = rate.wait(key)
      if (wait > MOST_WAIT_MS)
        throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + wait).toISOString() })
      return rate.spend(key, calls + bytes / bytesOfOne)
    },
    pay(caller, bytes) {
      const [rate, key, bytesOfOne] = accountOf(caller)
      rate.spend(key, bytes / bytesOfOne)
    },
  }
}
