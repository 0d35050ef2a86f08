import { DAY_SECONDS, HOUR_SECONDS, QUARTER_HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type pg from 'pg'
import { toAddressGroup } from '../../lib/address-group.ts'
import { createRateLimit, limitByAddress } from '../../rpc/rate-limit.ts'

/** Attempts per account and hour from an IP address that has exceeded its limit. */
const MAX_TRIES_AT_BUSY_ADDRESS = 3

/**
 * Guesses count against the account, so more IP addresses gain nothing; known devices have their own limit, so others' guesses never
 * lock the owner out. Over the limit of an address, each account keeps a few attempts, because a site of several hundred people may
 * share one: only failures count there. `triesPerAddress`: TRIES_PER_ADDRESS.
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
