import { DAY_SECONDS, HOUR_SECONDS, QUARTER_HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type pg from 'pg'
import { toAddressGroup } from '../../lib/address-group.ts'
import { createRateLimit, limitByAddress } from '../../rpc/rate-limit.ts'

/** Attempts per account and hour from an IP address that has exceeded its limit. */
const MAX_TRIES_AT_BUSY_ADDRESS = 3

/**
 * Creates the rate limits for everything about signing in that can be guessed or flooded. Guesses count against the account, so
 * using many IP addresses gains nothing. Known devices have a separate limit, so that other people's guesses never lock the owner
 * out. The limit per IP address slows down anybody who tries many accounts. Once it is exceeded, each account still has a few
 * attempts from there, so that people who share the address are not locked out. A site of several hundred people may share one
 * address: only failures count as guesses, and the other limits are high enough for everybody's first morning.
 *
 * `triesPerAddress` is the setting TRIES_PER_ADDRESS.
 */
export function createAuthRateLimits(pool: pg.Pool, triesPerAddress = 400) {
  return {
    account: createRateLimit(pool, { name: 'password', points: 10, seconds: QUARTER_HOUR_SECONDS }),
    device: createRateLimit(pool, { name: 'device', points: 10, seconds: QUARTER_HOUR_SECONDS }),
    address: limitByAddress(
      createRateLimit(pool, { name: 'address', points: triesPerAddress, seconds: QUARTER_HOUR_SECONDS }),
    ),
    accountAtAddress: createRateLimit(pool, {
      name: 'account-at-address',
      points: MAX_TRIES_AT_BUSY_ADDRESS,
      seconds: HOUR_SECONDS,
    }),
    secondStep: createRateLimit(pool, { name: 'second-step', points: 10, seconds: QUARTER_HOUR_SECONDS }),
    secondStepDevice: createRateLimit(pool, {
      name: 'second-step-device',
      points: 10,
      seconds: QUARTER_HOUR_SECONDS,
    }),
    // Three codes are valid at once. Without a daily limit, they could be brute-forced.
    secondStepDay: createRateLimit(pool, { name: 'second-step-day', points: 100, seconds: DAY_SECONDS }),
    passkeys: limitByAddress(
      createRateLimit(pool, { name: 'passkeys', points: triesPerAddress, seconds: QUARTER_HOUR_SECONDS }),
    ),
    elsewhere: limitByAddress(
      createRateLimit(pool, { name: 'elsewhere', points: triesPerAddress, seconds: QUARTER_HOUR_SECONDS }),
    ),
    ownPassword: createRateLimit(pool, { name: 'own-password', points: 10, seconds: QUARTER_HOUR_SECONDS }),
    signUp: limitByAddress(
      createRateLimit(pool, { name: 'sign-up', points: triesPerAddress, seconds: HOUR_SECONDS }),
    ),
    newAccount: limitByAddress(
      createRateLimit(pool, { name: 'new-account', points: 2_000, seconds: DAY_SECONDS }),
    ),
    mail: createRateLimit(pool, { name: 'mail', points: 5, seconds: HOUR_SECONDS }),
    // Limits requests for emails. Links in emails have tokens too long to guess, so invalid links are not counted.
    mailAddress: limitByAddress(
      createRateLimit(pool, { name: 'mail-address', points: triesPerAddress, seconds: HOUR_SECONDS }),
    ),
  }
}

export type AuthRateLimits = ReturnType<typeof createAuthRateLimits>

/** The rate limit key for one account from one IP address (for IPv6, one /64 network). */
export const toAccountAddressKey = (email: string, address: string) => `${email} ${toAddressGroup(address)}`
