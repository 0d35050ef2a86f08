import { rolePermissions } from '@muster/domain/permission.ts'
import type pg from 'pg'
import { ensureAppLogin } from './app-login.ts'
import { createPartitions } from './partitions/create-partitions.ts'

/**
 * Runs on every start as the owner. Writes the permission matrix to role_permissions, so that row-level security agrees with the
 * program, and maintains the requests' login and the partitions.
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
  await createPartitions(client, Date.now())
}
