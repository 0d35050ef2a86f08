import type pg from 'pg'
import { byAddress, createThrottle } from '../../rpc/throttle.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/**
 * Everything of signing in that is worth guessing or flooding. Guesses count against the account, so that many
 * addresses gain nothing; devices that signed in before have a count of their own, so that guesses of others never
 * lock the owner out; the count of an address slows who tries many accounts. A site of some hundred people stands behind
 * one address: there only what failed counts as a guess, and the rest is bounded so high that a first morning fits.
 */
export function createAuthThrottles(pool: pg.Pool) {
  return {
    account: createThrottle(pool, 'password', 10, QUARTER_HOUR),
    device: createThrottle(pool, 'device', 10, QUARTER_HOUR),
    address: byAddress(createThrottle(pool, 'address', 400, QUARTER_HOUR)),
    secondStep: createThrottle(pool, 'second-step', 10, QUARTER_HOUR),
    secondStepDevice: createThrottle(pool, 'second-step-device', 10, QUARTER_HOUR),
    // Of six digits three codes count at any time: without this bound, patience would find one within years.
    secondStepDay: createThrottle(pool, 'second-step-day', 100, DAY),
    passkeys: byAddress(createThrottle(pool, 'passkeys', 400, QUARTER_HOUR)),
    elsewhere: byAddress(createThrottle(pool, 'elsewhere', 400, QUARTER_HOUR)),
    ownPassword: createThrottle(pool, 'own-password', 10, QUARTER_HOUR),
    signUp: byAddress(createThrottle(pool, 'sign-up', 400, HOUR)),
    newAccount: byAddress(createThrottle(pool, 'new-account', 2_000, DAY)),
    mail: createThrottle(pool, 'mail', 5, HOUR),
    mailAddress: byAddress(createThrottle(pool, 'mail-address', 400, HOUR)),
  }
}

export type AuthThrottles = ReturnType<typeof createAuthThrottles>
