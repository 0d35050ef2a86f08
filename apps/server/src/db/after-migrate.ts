import { rolePermissions } from '@muster/domain/permission.ts'
import type pg from 'pg'
import { ensureAppLogin } from './app-login.ts'

/**
 * What every start does after the migrations, in one transaction of the owner: writes the permission matrix of the
 * domain into role_permissions, so that row-level security and the program never disagree, and sees to the login of
 * requests.
 */
export async function afterMigrate(client: pg.PoolClient | pg.Client): Promise<void> {
  const pairs = Object.entries(rolePermissions).flatMap(([role, permissions]) =>
    [...permissions].map(permission => ({ role, permission })),
  )
  await client.query('delete from role_permissions')
  await client.query(
    'insert into role_permissions (role, permission) select * from json_to_recordset($1::json) as x(role text, permission text)',
    [JSON.stringify(pairs)],
  )
  await ensureAppLogin(client)
}
