import type { Database, Tx } from '../../db/database.ts'

/** The profile with what only the sign-in knows of the person. */
export function readOwnProfile(tx: Tx, userId: string) {
  return tx.selectFrom('user_profiles').selectAll().where('id', '=', userId).executeTakeFirst()
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof readOwnProfile>>>

/** As owner: the tables of sign-in are not readable by requests. */
export async function readSignIn(
  db: Database,
  userId: string,
): Promise<{ email: string; emailVerified: boolean } | null> {
  const { rows } = await db.pool.query<{ email: string; emailVerified: boolean }>(
    'select email, email_verified as "emailVerified" from auth.users where id = $1',
    [userId],
  )
  return rows[0] ?? null
}

/** As owner: before a session exists there is no actor. */
export async function statusOfUser(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ status: string }>('select status from user_profiles where id = $1', [
    userId,
  ])
  return rows[0]?.status ?? null
}

/** As owner: ends the session of a token; a trigger announces it to the feed. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.pool.query('delete from auth.sessions where token = $1', [token])
}
