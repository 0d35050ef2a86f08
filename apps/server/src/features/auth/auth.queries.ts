import type { Actor, Database, Tx } from '../../db/database.ts'

/** The profile with what only the sign-in knows of the person. */
export function readOwnProfile(tx: Tx, userId: string) {
  return tx.selectFrom('user_profiles').selectAll().where('id', '=', userId).executeTakeFirst()
}
/**
 * The same, or the code of the failure that trying again cannot mend: 42P17, policies that ask each other in a circle.
 * Any other failure is thrown.
 */
export async function tryOwnProfile(
  db: Database,
  actor: Actor,
): Promise<{ row: ProfileRow | undefined; code: '42P17' | null }> {
  try {
    return { row: await db.asActor(actor, tx => readOwnProfile(tx, actor.userId)), code: null }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42P17')
      return { row: undefined, code: '42P17' }
    throw error
  }
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

/** As owner, like everything of sign-in. */
export async function readPasswordHash(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ password: string | null }>(
    `select password from auth.accounts where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  return rows[0]?.password ?? null
}

type SessionOfUser = { readonly userId: string; readonly sessionId: string }

export async function endOtherSessions(db: Database, { userId, sessionId }: SessionOfUser): Promise<void> {
  await db.pool.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, sessionId])
}

/** Ends one session of the person; false when they have no such session. */
export async function endOwnSession(db: Database, { userId, sessionId }: SessionOfUser): Promise<boolean> {
  const { rowCount } = await db.pool.query('delete from auth.sessions where user_id = $1 and id = $2', [
    userId,
    sessionId,
  ])
  return rowCount === 1
}

export type DeviceRow = {
  id: string
  user_agent: string | null
  ip_address: string | null
  created_at: Date
  updated_at: Date
}

/** The living sessions of the person, the last used first. */
export async function listSessions(db: Database, userId: string): Promise<DeviceRow[]> {
  const { rows } = await db.pool.query<DeviceRow>(
    `select id, user_agent, ip_address, created_at, updated_at from auth.sessions
     where user_id = $1 and expires_at > now() order by updated_at desc, id desc`,
    [userId],
  )
  return rows
}

/** Whether somebody can administer this installation. As owner: asked before anybody is signed in. */
export async function hasSuperAdmin(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from user_profiles where role = 'super_admin' and status = 'active' limit 1`,
  )
  return rowCount === 1
}

/** The first admin holds the one-time link of the start: that is proof enough, and mail may not be set up yet. */
export async function confirmAddress(db: Database, userId: string): Promise<void> {
  await db.pool.query('update auth.users set email_verified = true where id = $1', [userId])
}

/** As owner: nobody is signed in yet. */
export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const { rowCount } = await db.pool.query('select from auth.users where email = $1', [
    email.trim().toLowerCase(),
  ])
  return rowCount === 1
}
