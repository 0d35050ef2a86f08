import type { Passkey } from '@muster/contract/passkeys.ts'
import { maxPasskeys, supportsPasskeys } from '@muster/domain/passkey.ts'
import type { Tx } from '../../../db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { api, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import type { Auth } from '../auth.ts'
import { beginRegistration, finishRegistration } from './ceremonies.ts'
import {
  deletePasskey,
  listPasskeys,
  lockPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.queries.ts'

const OWNER_REASON = 'requests may neither read nor write sign-in data'

export function passkeysProcedures(
  { env, mailQueue: mails }: Platform,
  { library: auth, requireOwnPassword }: Auth,
) {
  const requirePasskeysOffered = () => {
    if (!supportsPasskeys(env.PUBLIC_URL)) throw fail('PASSKEYS_OFF')
  }
  return {
    list: api.passkeys.list
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor } }) => ({
        passkeys: (await listPasskeys(tx, actor.userId)).map(passkeyView),
      })),

    begin: api.passkeys.begin
      .use(signedIn(null, { withoutTx: 'no connection waits for the hash of a password' }))
      .handler(async ({ context, input: { password } }) => {
        requirePasskeysOffered()
        await requireOwnPassword(context, password)
        await context.db.asOwner(OWNER_REASON, tx => requireCapacity(tx, context.actor.userId))
        return beginRegistration(auth, context.actor)
      }),

    add: api.passkeys.add
      .use(signedIn(null, { withoutTx: 'the library writes on a connection of its own' }))
      .handler(async ({ context: { db, actor }, input }) => {
        requirePasskeysOffered()
        const passkeyId = await finishRegistration(auth, actor.userId, input)
        const passkey = await db.asOwner(OWNER_REASON, async tx => {
          await lockPasskeys(tx, actor.userId)
          const rows = await listPasskeys(tx, actor.userId)
          const addedPasskey = rows.find(({ id }) => id === passkeyId)
          if (!addedPasskey) throw fail('PASSKEY_REFUSED')
          // Undoes a concurrent registration beyond the limit.
          if (rows.length > maxPasskeys) {
            await deletePasskey(tx, actor.userId, passkeyId)
            return 'full'
          }
          await audit(tx, 'user_action_passkey_added', { actorId: actor.userId, words: { name: input.name } })
          await mails.add({ kind: 'passkey-added', email: actor.email }, tx)
          return passkeyView(addedPasskey)
        })
        if (passkey === 'full') throw fail('PASSKEYS_FULL')
        return passkey
      }),

    rename: api.passkeys.rename
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor }, input }) => {
        const row = await renamePasskey(tx, actor.userId, input)
        if (!row) throw fail('NOT_FOUND')
        return passkeyView(row)
      }),

    remove: api.passkeys.remove
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor }, input: { passkeyId } }) => {
        if (!(await deletePasskey(tx, actor.userId, passkeyId))) throw fail('NOT_FOUND')
        await audit(tx, 'user_action_passkey_removed', { actorId: actor.userId })
        return { removed: true as const }
      }),
  }
}

/** Throws PASSKEYS_FULL if the person is at the limit, before the device creates a passkey that could not be stored. */
async function requireCapacity(tx: Tx, userId: string): Promise<void> {
  if ((await listPasskeys(tx, userId)).length >= maxPasskeys) throw fail('PASSKEYS_FULL')
}

const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name: name ?? '',
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
