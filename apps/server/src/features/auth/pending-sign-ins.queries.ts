import type { Database, OwnerTx, Tx } from '../../db/database.ts'
import { many, one, oneOrNone, run } from '../../db/rows.ts'
import { createToken, hashTokenToBytes } from '../../lib/secrets.ts'

const LIFETIME_MINUTES = 10
/** Maximum number of pending sign-ins per person. Beyond it, the oldest ends. */
const MAX_PENDING_SIGN_INS = 20

export type PendingSignIn = { readonly pending: string; readonly expiresAt: Date }

/** Records that the person's password was correct. The returned token can be used to finish the sign-in for ten minutes. */
export async function addPendingSignIn(tx: OwnerTx, userId: string): Promise<PendingSignIn> {
  const pending = createToken()
  const { expiresAt } = await one(tx)<{ expiresAt: Date }>`
    insert into auth.pending_sign_ins (token_hash, user_id, expires_at, created_at)
    values (${hashTokenToBytes(pending)}, ${userId}, now() + ${LIFETIME_MINUTES} * interval '1 minute', clock_timestamp())
    returning expires_at as "expiresAt"`
  await run(tx)`delete from auth.pending_sign_ins where token_hash in (
    select token_hash from auth.pending_sign_ins where user_id = ${userId}
    order by created_at desc, token_hash offset ${MAX_PENDING_SIGN_INS})`
  return { pending, expiresAt }
}

/** Undefined if the sign-in has ended. Reads as the database owner, because nobody is signed in yet. */
export async function findPendingSignIn(
  db: Database,
  pending: string,
): Promise<{ userId: string; email: string } | undefined> {
  const { rows } = await db.pool.query<{ userId: string; email: string }>(
    `select s.user_id as "userId", u.email from auth.pending_sign_ins s join auth.users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > now()`,
    [hashTokenToBytes(pending)],
  )
  return rows[0]
}

/** Locks the profile first, then the password, as when a session is stored, because a new password ends pending sign-ins. */
export async function lockPendingSignIn(
  tx: Tx,
  userId: string,
  pending: string,
): Promise<{ status: string | undefined; waits: boolean }> {
  const profile = await oneOrNone(tx)<{ status: string }>`
    select status from user_profiles where id = ${userId} for share`
  await run(tx)`select from auth.accounts where user_id = ${userId} and provider_id = 'credential' for share`
  const rows = await many(tx)`select from auth.pending_sign_ins
    where token_hash = ${hashTokenToBytes(pending)} and expires_at > now() for update`
  return { status: profile?.status, waits: rows.length === 1 }
}

export async function deletePendingSignIn(tx: OwnerTx, pending: string): Promise<void> {
  await run(tx)`delete from auth.pending_sign_ins where token_hash = ${hashTokenToBytes(pending)}`
}
