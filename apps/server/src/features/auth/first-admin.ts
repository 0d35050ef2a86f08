import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { hasSuperAdmin } from './auth.queries.ts'
import {
  dropFirstAdminToken,
  keepFirstAdminToken,
  lockFirstAdminToken,
  readFirstAdminToken,
} from './first-admin.queries.ts'

/** The one-time token that lets whoever started a Muster without one create the first super admin, on whichever node. */
export type FirstAdminToken = {
  /** The token to print, the same on every node; null while there is a super admin. */
  read(): Promise<string | null>
  /**
   * Runs `work` for who has the right token, which is used up by it; when it fails, or the node dies over it, the token is as
   * before. Throws INVALID_LINK, also while somebody else is using it.
   */
  spend(given: string, work: () => Promise<void>): Promise<void>
}

const WHY = 'nobody is signed in before there is an administrator'

export function createFirstAdminToken(db: Database): FirstAdminToken {
  return {
    read: () =>
      db.asOwner(WHY, async tx => {
        if (!(await hasSuperAdmin(db))) return keepFirstAdminToken(tx, randomBytes(24).toString('base64url'))
        await dropFirstAdminToken(tx)
        return null
      }),
    spend: (given, work) =>
      // Held by the open transaction, so that its end, of whichever kind, lets go of it.
      db.asOwner(WHY, async tx => {
        const token = await readFirstAdminToken(tx)
        // Compared first: whoever guesses must not be able to hold it.
        if (!token || !isSame(given, token) || !(await lockFirstAdminToken(tx))) throw fail('INVALID_LINK')
        if (await hasSuperAdmin(db)) throw fail('INVALID_LINK')
        await work()
        await dropFirstAdminToken(tx)
      }),
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
