import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { closeToRequests } from './close-to-requests.ts'

/** Who the connections of requests log in as. */
export type AppLogin = { readonly name: string; readonly password: string }

/**
 * Makes sure that the role that requests log in as exists and can do nothing but be `muster_app`. Its name and password
 * are made once and kept in the database, where all nodes find them; every start sets them again, so that a restored
 * copy, or a role that somebody changed, is put right. Called by the owner, one node at a time.
 */
export async function ensureAppLogin(client: pg.Client | pg.PoolClient): Promise<void> {
  const made = {
    name: `muster_app_${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('hex'),
  }
  await client.query('insert into app_login (name, password) values ($1, $2) on conflict do nothing', [
    made.name,
    made.password,
  ])
  const { name, password } = await readAppLogin(client)
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${role} login`)
  await client.query(`alter role ${role} with login password ${pg.escapeLiteral(password)}`)
  // A role may change its own settings: whatever somebody left there is not for the next who logs in.
  await client.query(`alter role ${role} reset all`)
  await client.query(
    `do $$ begin execute format('alter role %I in database %I reset all', ${pg.escapeLiteral(name)}, current_database()); end $$`,
  )
  await client.query(`grant muster_app to ${role}`)
  await closeToRequests(client)
}

/** The same while the server runs, on a connection of the owner: one node at a time. */
export async function putLoginRight(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; select pg_advisory_xact_lock(hashtext('app-login'))")
    await ensureAppLogin(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The login is not as we made it: somebody who got in changed its own password or settings, which no server can forbid it. */
export class LoginChangedError extends Error {
  override name = 'LoginChangedError'
}

/**
 * To be asked on every new connection of a request: what its role has been given for a setting binds this connection. What it
 * came with counts as well as what the role has now: another connection may have put the role right in between. Settings of our own
 * making are not listed among those of the server; what they begin with is that nobody acts.
 */
export async function requireOwnSettings(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_catalog.pg_db_role_setting s join pg_catalog.pg_roles r on r.oid = s.setrole
       where r.rolname = current_user
         and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
     union all
     select from pg_catalog.pg_settings where source in ('user', 'database user')
     union all
     select where pg_catalog.concat(pg_catalog.current_setting('muster.user_id', true),
       pg_catalog.current_setting('muster.session_id', true), pg_catalog.current_setting('muster.feed_writer', true)) <> ''`,
  )
  if (rowCount !== 0)
    throw new LoginChangedError('The login of requests has settings that we did not give it.')
}

/** Whether a connection of a request failed because the login is not as we made it: 28 a login refused. */
export const isLoginChanged = (error: unknown): boolean =>
  error instanceof LoginChangedError ||
  (error instanceof Error && 'code' in error && /^28...$/.test(String(error.code)))

export async function readAppLogin(client: Pick<pg.Client, 'query'>): Promise<AppLogin> {
  const { rows } = await client.query<AppLogin>('select name, password from app_login')
  if (!rows[0])
    throw new Error('The database has no login for requests: it was not migrated by this program.')
  return rows[0]
}

/** The same server and database, logged in as the role of requests. */
export function asAppLogin(ownerUrl: string, { name, password }: AppLogin): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password
  return url.href
}
