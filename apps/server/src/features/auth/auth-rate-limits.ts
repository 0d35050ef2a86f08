import type pg from 'pg'
import { addressGroup } from '../../lib/address-group.ts'
import { byAddress, createRateLimit } from '../../rpc/rate-limit.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Wrong passwords of one account that an address still has in an hour while it has used up its own tries. */
const TRIES_AT_BUSY_ADDRESS = 3

/**
 * Everything of signing in that is worth guessing or flooding. Guesses count against the account, so that many
 * addresses gain nothing; devices that signed in before have a count of their own, so that guesses of others never
 * lock the owner out. The count of an address slows who tries many accounts, and then each account has a few tries there of its
 * own: whoever shares the address is not shut out. A site of some hundred people stands behind one address: there only what
 * failed counts as a guess, and the rest is bounded so high that a first morning fits.
 *
 * `triesPerAddress`: the setting TRIES_PER_ADDRESS.
 */
export function createAuthRateLimits(pool: pg.Pool, triesPerAddress = 400) {
  return {
    account: createRateLimit(pool, { name: 'password', points: 10, seconds: QUARTER_HOUR }),
    device: createRateLimit(pool, { name: 'device', points: 10, seconds: QUARTER_HOUR }),
    address: byAddress(
      createRateLimit(pool, { name: 'address', points: triesPerAddress, seconds: QUARTER_HOUR }),
    ),
    accountAtAddress: createRateLimit(pool, {
      name: 'account-at-address',
      points: TRIES_AT_BUSY_ADDRESS,
      seconds: HOUR,
    }),
    secondStep: createRateLimit(pool, { name: 'second-step', points: 10, seconds: QUARTER_HOUR }),
    secondStepDevice: createRateLimit(pool, {
      name: 'second-step-device',
      points: 10,
      seconds: QUARTER_HOUR,
    }),
    // Of six digits three codes count at any time: without this bound, patience would find one within years.
    secondStepDay: createRateLimit(pool, { name: 'second-step-day', points: 100, seconds: DAY }),
    passkeys: byAddress(
      createRateLimit(pool, { name: 'passkeys', points: triesPerAddress, seconds: QUARTER_HOUR }),
    ),
    elsewhere: byAddress(
      createRateLimit(pool, { name: 'elsewhere', points: triesPerAddress, seconds: QUARTER_HOUR }),
    ),
    ownPassword: createRateLimit(pool, { name: 'own-password', points: 10, seconds: QUARTER_HOUR }),
    signUp: byAddress(createRateLimit(pool, { name: 'sign-up', points: triesPerAddress, seconds: HOUR })),
    newAccount: byAddress(createRateLimit(pool, { name: 'new-account', points: 2_000, seconds: DAY })),
    mail: createRateLimit(pool, { name: 'mail', points: 5, seconds: HOUR }),
    // Requests for a mail. The tokens of mailed links are too long to guess, so invalid links are not counted.
    mailAddress: byAddress(
      createRateLimit(pool, { name: 'mail-address', points: triesPerAddress, seconds: HOUR }),
    ),
  }
}

export type AuthRateLimits = ReturnType<typeof createAuthRateLimits>

/** The key of an account at an address, for counts by both together. */
export const accountAt = (email: string, address: string) => `${email} ${addressGroup(address)}`
