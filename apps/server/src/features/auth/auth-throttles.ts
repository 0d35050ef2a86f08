import type pg from 'pg'
import { createThrottle } from '../../rpc/throttle.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

/**
 * Everything of signing in that is worth guessing or flooding. Guesses count against the account, so that many
 * addresses gain nothing; devices that signed in before have a count of their own, so that guesses of others never
 * lock the owner out; the count of an address slows who tries many accounts.
 */
export function createAuthThrottles(pool: pg.Pool) {
  return {
    account: createThrottle(pool, 'password', 10, QUARTER_HOUR),
    device: createThrottle(pool, 'device', 10, QUARTER_HOUR),
    address: createThrottle(pool, 'address', 200, QUARTER_HOUR),
    ownPassword: createThrottle(pool, 'own-password', 10, QUARTER_HOUR),
    signUp: createThrottle(pool, 'sign-up', 60, HOUR),
    mail: createThrottle(pool, 'mail', 5, HOUR),
    mailAddress: createThrottle(pool, 'mail-address', 60, HOUR),
  }
}

export type AuthThrottles = ReturnType<typeof createAuthThrottles>
