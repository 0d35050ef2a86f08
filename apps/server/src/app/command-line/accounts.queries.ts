import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Returns a person's id and whether their address is confirmed; undefined if no account has it. Requires the owner role. */
export const findSignIn = (tx: Tx, email: string) =>
  tx
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_verified as emailVerified'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()

/** Sets the password, even if the person has none yet. Triggers end everything opened with the old one. */
export async function storePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('auth.accounts')
    .set({ password: hash, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await tx
    .insertInto('auth.accounts')
    .values({ account_id: userId, provider_id: 'credential', user_id: userId, password: hash })
    .execute()
}

/** Resets a rate limit for all its keys. Requires the owner role. */
export const clearRateLimit = (tx: Tx, name: string) =>
  tx.deleteFrom('rate_limits').where('key', 'like', `${name}:%`).execute()

/** Marks an address as confirmed. Requires the owner role. */
export const confirmAddress = (tx: Tx, userId: string) =>
  tx.updateTable('auth.users').set({ email_verified: true }).where('id', '=', userId).execute()
