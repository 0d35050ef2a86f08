import type { Database } from '../../db/database.ts'
import { createToken, isSameSecret } from '../../lib/secrets.ts'
import { fail } from '../../rpc/fail.ts'
import { hasSuperAdmin } from './auth.queries.ts'
import {
  dropFirstAdminToken,
  lockFirstAdminToken,
  readFirstAdminToken,
  storeFirstAdminToken,
} from './first-admin.queries.ts'

/** The one-time token that lets the operator of a new installation create the first super admin, on any node. */
export type FirstAdminToken = {
  /**
   * Returns the token to print, which is the same on every node. Once there is a super admin, deletes the token and returns null.
   */
  read(): Promise<string | null>
  /** The token stays valid if `work` fails. Throws INVALID_LINK: wrong token, in use by somebody else, or a super admin exists. */
  consume(given: string, work: () => Promise<void>): Promise<void>
}

const OWNER_REASON = 'nobody is signed in before there is an administrator'

export function createFirstAdminToken(db: Database): FirstAdminToken {
  return {
    read: () =>
      db.asOwner(OWNER_REASON, async tx => {
        if (!(await hasSuperAdmin(db))) return storeFirstAdminToken(tx, createToken())
        await dropFirstAdminToken(tx)
        return null
      }),
    consume: (offered, work) =>
      // The open transaction holds the lock on the token, so that the lock is released however the transaction ends.
      db.asOwner(OWNER_REASON, async tx => {
        const token = await readFirstAdminToken(tx)
        // Compares before locking, so that wrong guesses do not lock the token.
        if (!token || !isSameSecret(offered, token) || !(await lockFirstAdminToken(tx)))
          throw fail('INVALID_LINK')
        if (await hasSuperAdmin(db)) throw fail('INVALID_LINK')
        await work()
        await dropFirstAdminToken(tx)
      }),
  }
}
