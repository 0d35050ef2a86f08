import type { Tx } from '../../../db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyone, api, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { isPasswordStillVerified } from '../auth.queries.ts'
import type { Auth } from '../auth.ts'
import { confirmEmailChange, objectToEmailChange, requestEmailChange } from './change-email.ts'
import { deletePendingChange, findPendingChange } from './email-change.queries.ts'

const OWNER_REASON = 'requests may neither read nor write sign-in data'

export function emailChangesProcedures(
  { mailQueue: orders }: Platform,
  { rateLimits, requireOwnPassword }: Auth,
) {
  return {
    mine: api.emailChanges.mine
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor } }) => ({
        pending: await readPendingChange(tx, actor.userId),
      })),

    request: api.emailChanges.request
      .use(signedIn(null, { withoutTx: 'no connection waits for the hash of a password' }))
      .handler(async ({ context, input }) => {
        const verifiedHash = await requireOwnPassword(context, input.password)
        const { db, actor } = context
        const newEmail = input.email.toLowerCase()
        // Limited, because each request sends two emails, one of them to an address that may be somebody else's, and reveals
        // whether that address has an account.
        await rateLimits.mail.take(`email change of ${actor.userId}`)
        await rateLimits.mail.take(`email change to ${newEmail}`)
        return db.asOwner(OWNER_REASON, async tx => {
          if (!(await isPasswordStillVerified(tx, actor, verifiedHash))) throw fail('WRONG_PASSWORD')
          await requestEmailChange(tx, orders, { userId: actor.userId, newEmail, requestedBy: actor.userId })
          return { pending: await readPendingChange(tx, actor.userId) }
        })
      }),

    cancel: api.emailChanges.cancel
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor } }) => {
        await deletePendingChange(tx, actor.userId)
        return { cancelled: true as const }
      }),

    confirm: api.emailChanges.confirm.use(anyone).handler(async ({ context: { db, sessions }, input }) => ({
      email: await confirmEmailChange({ db, sessions, orders, rateLimits }, input),
    })),

    object: api.emailChanges.object
      .use(anyone)
      .handler(({ context: { db, sessions }, input }) =>
        objectToEmailChange({ db, sessions, orders }, input.token),
      ),
  }
}

async function readPendingChange(tx: Tx, userId: string) {
  const row = await findPendingChange(tx, userId)
  return row ? { newEmail: row.newEmail, askedAt: row.askedAt.toISOString() } : null
}
