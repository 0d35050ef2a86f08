import { sourceLanguage } from '@muster/domain/language.ts'
import { sql } from 'kysely'
import type { Database, OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import type { PageOf } from '../../rpc/paging.ts'

/** Reads the person's own full profile, including columns that only sign-in uses. */
export function readOwnProfile(tx: Tx, userId: string) {
  return tx
    .selectFrom('user_profiles')
    .selectAll()
    .select(sql<string>`own_reading_language()`.as('reading_language'))
    .where('id', '=', userId)
    .executeTakeFirst()
}
/** Returns the code of a failure that no retry fixes (42P17, recursive policies). The savepoint lets the transaction continue. */
export async function tryReadOwnProfile(
  tx: Tx,
  userId: string,
): Promise<{ row: ProfileRow | undefined; code: '42P17' | null }> {
  await run(tx)`savepoint own_profile`
  try {
    return { row: await readOwnProfile(tx, userId), code: null }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42P17')) throw error
    await run(tx)`rollback to savepoint own_profile`
    return { row: undefined, code: '42P17' }
  }
}

/** Returns the language in which a person reads. Reads as the database owner. */
export async function readLanguage({ pool }: Pick<Database, 'pool'>, userId: string): Promise<string> {
  const { rows } = await pool.query<{ language: string }>(
    'select reading_language(id, language) as language from user_profiles where id = $1',
    [userId],
  )
  return rows[0]?.language ?? sourceLanguage
}

export async function isActive({ pool }: Pick<Database, 'pool'>, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(`select from user_profiles where id = $1 and status = 'active'`, [
    userId,
  ])
  return rowCount !== 0
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof readOwnProfile>>>

type OwnSignIn = {
  email: string
  emailVerified: boolean
  owesSecondStep: boolean
  /** The zones of which the person is a captain, also those that are closed at the moment. */
  captainZoneIds: string[]
}

/**
 * Returns the actor's own email address, whether it is confirmed, and whether they still have to set up a required second step;
 * undefined if the account no longer exists.
 */
export const readOwnSignIn = (tx: Tx) =>
  oneOrNone(tx)<OwnSignIn>`
    select email, email_verified as "emailVerified", owes_second_step as "owesSecondStep",
      array(select c.zone_id from zone_captains c where c.user_id = (select actor_id()) order by c.zone_id limit 100) as "captainZoneIds"
    from own_sign_in()`

/** Reads as the database owner, because requests may not read the sign-in tables. */
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

type OlderLinksFilter = {
  readonly userId: string
  readonly linkId: string
  /** Only links that expire before this time are ended. */
  readonly endingBefore: Date
}

/** Of two concurrent links, the later one remains. Runs as the database owner, because nobody is signed in. */
export async function endOlderLinks(
  { pool }: Pick<Database, 'pool'>,
  { userId, linkId, endingBefore }: OlderLinksFilter,
): Promise<void> {
  await pool.query('delete from auth.verifications where value = $1 and id < $2 and expires_at < $3', [
    userId,
    linkId,
    endingBefore,
  ])
}

/**
 * Locks status and password hash until the transaction ends; the session id only while it exists. As the database owner, like all of
 * sign-in.
 */
export async function lockForSignIn(
  tx: Tx,
  userId: string,
  handle: string,
): Promise<{
  status: string | undefined
  password: string | null
  sessionId: string | undefined
  hasSecondStep: boolean
}> {
  // Separate statements, so that each one waits for a concurrent change and then sees it. The profile is locked first, in the same
  // order as when an account is deleted.
  const profile = await oneOrNone(tx)<{ status: string }>`
    select status from user_profiles where id = ${userId} for share`
  const account = await oneOrNone(tx)<{ password: string | null }>`select password from auth.accounts
    where user_id = ${userId} and provider_id = 'credential' for share`
  const session = await oneOrNone(tx)<{ id: string; hasSecondStep: boolean }>`
    select id, has_second_step(user_id) as "hasSecondStep" from auth.sessions where token = ${handle}`
  return {
    status: profile?.status,
    password: account?.password ?? null,
    sessionId: session?.id,
    hasSecondStep: session?.hasSecondStep ?? false,
  }
}

/** Null if there is none. Reads as the database owner, because nobody is signed in yet. */
export async function readPasswordHashByEmail(db: Database, email: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ password: string | null }>(
    `select a.password from auth.accounts a join auth.users u on u.id = a.user_id
     where u.email = $1 and a.provider_id = 'credential'`,
    [email],
  )
  return rows[0]?.password ?? null
}

export async function markAsPasskey(tx: OwnerTx, handle: string): Promise<void> {
  await run(tx)`update auth.sessions set proof = 'passkey' where token = ${handle}`
}

/** Ends a session that was opened but must not remain. */
export async function deleteSession(tx: OwnerTx, handle: string): Promise<void> {
  await run(tx)`delete from auth.sessions where token = ${handle}`
}

/** Stored only as a hash. The library's token opens nothing, because every incoming token is hashed before the lookup. */
export async function replaceToken(tx: OwnerTx, handle: string): Promise<string> {
  const token = createToken()
  await run(tx)`update auth.sessions set token = ${hashToken(token)} where token = ${handle}`
  return token
}

/** Maximum number of sessions per person. Beyond it, the least recently used ones end. */
const MAX_SESSIONS = 100

export async function endOldestSessions(tx: Tx, userId: string): Promise<void> {
  await run(tx)`delete from auth.sessions where id in (
    select id from auth.sessions where user_id = ${userId}
    order by updated_at desc, id desc offset ${MAX_SESSIONS})`
}

/** Ends a session. A trigger announces this to the feed. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await run(tx)`delete from auth.sessions where id = ${sessionId}`
}

/** Returns a person's password hash; null if there is none. Reads as the database owner, as everything in sign-in does. */
export async function readPasswordHash(db: Pick<Database, 'pool'>, userId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ password: string | null }>(
    `select password from auth.accounts where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  return rows[0]?.password ?? null
}

/** True if the hash is unchanged and the session exists. Locks both, the profile first, as when an account is deleted. */
export async function isPasswordStillVerified(
  tx: Tx,
  { userId, sessionId }: UserSession,
  verifiedHash: string,
): Promise<boolean> {
  await run(tx)`select from user_profiles where id = ${userId} for key share`
  const accounts = await many(tx)`select id from auth.accounts
    where user_id = ${userId} and provider_id = 'credential' and password = ${verifiedHash} for share`
  const sessions = await many(tx)`select id from auth.sessions
    where id = ${sessionId} and user_id = ${userId} for key share`
  return accounts.length > 0 && sessions.length > 0
}

type UserSession = { readonly userId: string; readonly sessionId: string }

/**
 * Replaces the password. Returns false if `passwords.verified` is no longer the stored hash. A trigger ends all other sessions and
 * forgets their devices in the same statement.
 */
export async function replacePassword(
  tx: Tx,
  { userId, sessionId }: UserSession,
  passwords: { verified: string; next: string },
): Promise<boolean> {
  await run(tx)`select set_config('muster.session_id', ${sessionId}, true)`
  const changed = await run(tx)`update auth.accounts set password = ${passwords.next}, updated_at = now()
    where user_id = ${userId} and provider_id = 'credential' and password = ${passwords.verified}`
  return changed === 1
}

/**
 * Ends one of the person's sessions and forgets its device, unless the current session uses the same device. Returns false if the
 * person has no such session.
 */
export async function endOwnSession(
  tx: Tx,
  { userId, sessionId }: UserSession,
  currentSessionId: string,
): Promise<boolean> {
  const rows = await many(tx)<{ id: string }>`
    with ended as (
      delete from auth.sessions where user_id = ${userId} and id = ${sessionId} returning id, device_hash
    ), forgotten as (
      delete from known_devices where user_id = ${userId} and token_hash = (select device_hash from ended)
        and token_hash is distinct from (
          select device_hash from auth.sessions
          where user_id = ${userId} and id = ${currentSessionId} and id <> ${sessionId}))
    select id from ended`
  return rows.length === 1
}

export type DeviceRow = {
  id: string
  user_agent: string | null
  ip_address: string | null
  created_at: Date
  updated_at: Date
  /** The time with microseconds, which together with the id is the list's cursor. */
  updated_at_exact: string
}
export type DeviceCursor = { readonly lastUsedAt: string; readonly id: string }

/** Lists the person's active sessions after a cursor, the current one first, then by last use. */
export const listSessions = (
  tx: Tx,
  userId: string,
  currentSessionId: string,
  { after, limit }: PageOf<DeviceCursor>,
) =>
  many(tx)<DeviceRow>`
    select id, user_agent, ip_address, created_at, updated_at, wire_time(updated_at) as updated_at_exact
    from auth.sessions
    where user_id = ${userId} and expires_at > now() and (${after === undefined}
      or (id = ${currentSessionId}, updated_at, id) < (${after?.id ?? null}::uuid = ${currentSessionId},
        ${after?.lastUsedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by id = ${currentSessionId} desc, updated_at desc, id desc limit ${limit}`

/** Reads as the database owner, because it is used before anybody is signed in. */
export async function hasSuperAdmin(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from user_profiles where role = 'super_admin' and status = 'active' limit 1`,
  )
  return rowCount === 1
}

/** Returns true if an account has this email address. Reads as the database owner, because nobody is signed in yet. */
export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const { rowCount } = await db.pool.query('select from auth.users where email = $1', [
    email.trim().toLowerCase(),
  ])
  return rowCount === 1
}
