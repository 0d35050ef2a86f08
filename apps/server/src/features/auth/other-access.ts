import type { OtherAccess } from '@muster/contract/auth.ts'
import type { Database, Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { type AddedAccess, deleteTrackers, listTrackers } from '../trackers/index.ts'
import { readSignIn } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import { deletePasskeys, listPasskeys } from './passkeys/passkeys.queries.ts'

export const OWNER_REASON = 'nobody is signed in while a password is reset'

/** Returns the id of the user whose password an emailed link resets. Throws INVALID_LINK. */
export async function findUserOfLink(auth: AuthLibrary, token: string): Promise<string> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!link || link.expiresAt.getTime() <= Date.now()) throw fail('INVALID_LINK')
  return link.value
}

/** None if the address was never confirmed, because the reset then removes all of them. Throws INVALID_LINK. */
export async function previewOtherAccess(
  auth: AuthLibrary,
  db: Database,
  token: string,
): Promise<OtherAccess> {
  const userId = await findUserOfLink(auth, token)
  const user = await readSignIn(db, userId)
  if (!user?.emailVerified) return { passkeys: [], locationApps: [] }
  return db.asOwner(OWNER_REASON, async tx => ({
    passkeys: (await listPasskeys(tx, userId)).map(row => ({ ...toAccessView(row), name: row.name ?? '' })),
    locationApps: (await listTrackers(tx, userId)).map(({ id, name, app, created_at, last_used_at }) => ({
      ...toAccessView({ id, createdAt: created_at, lastUsedAt: last_used_at }),
      name,
      app,
    })),
  }))
}

const toAccessView = ({
  id,
  createdAt,
  lastUsedAt,
}: {
  id: string
  createdAt: Date
  lastUsedAt: Date | null
}) => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

const resetWords = { password: 'a new password', email: 'the new email address' }

/**
 * Removes the passkeys and location apps that are not in `keptIds`, if `since`, only those added from then on, and records each in
 * the security log.
 */
export async function endOtherAccess(
  tx: Tx,
  userId: string,
  { by, ...which }: AddedAccess & { readonly by: keyof typeof resetWords },
): Promise<void> {
  const reset = resetWords[by]
  for (const name of await deletePasskeys(tx, userId, which))
    await audit(tx, 'user_action_passkey_removed:with_reset', { actorId: userId, words: { name, reset } })
  for (const name of await deleteTrackers(tx, userId, which))
    await audit(tx, 'user_action_tracker_revoked:with_reset', { actorId: userId, words: { name, reset } })
}
