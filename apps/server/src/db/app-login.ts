import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The database login that connections for requests use. */
export type AppLogin = { readonly name: string; readonly password: string }

/**
 * Ensures the requests' login, whose only right is membership in `muster_app`. Its password is in the database, where all nodes find
 * it. Updated on every start, because a backup restored to another cluster lacks it.
 */
export async function ensureAppLogin(client: pg.Client | pg.PoolClient): Promise<void> {
  const rolesSql = {
    name: `muster_app_${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('hex'),
  }
  await client.query('insert into app_login (name, password) values ($1, $2) on conflict do nothing', [
    rolesSql.name,
    rolesSql.password,
  ])
  const { name, password } = await readAppLogin(client)
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${role} login`)
  await client.query(`alter role ${role} with login password ${pg.escapeLiteral(password)}`)
  await client.query(`grant muster_app to ${role}`)
}

export async function readAppLogin(client: Pick<pg.Client, 'query'>): Promise<AppLogin> {
  const { rows } = await client.query<AppLogin>('select name, password from app_login')
  if (!rows[0])
    throw new Error('The database has no login for requests: it was not migrated by this program.')
  return rows[0]
}

/** Returns the URL of the same server and database, with the login for requests. */
export function asAppLogin(ownerUrl: string, { name, password }: AppLogin): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password
  return url.href
}
