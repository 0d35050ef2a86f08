import { rolePermissions } from '@muster/domain/permission.ts'
import type pg from 'pg'
import { ensureAppLogin } from '../db/app-login.ts'
import { makeParts } from '../db/partitions/make-parts.ts'
import { eventRules } from './events.ts'

/**
 * What every start does after the migrations, in one transaction of the owner: writes what the program declares and
 * row-level security must know, so that the two never disagree. The permission matrix of the domain goes into
 * role_permissions, and the events that requests may append, of all that are declared, into feed_appends. And sees to the
 * login of requests, and to the parts of the tables that grow.
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
  const appends = Object.entries(eventRules).flatMap(([kind, { appendedByRequestsOn = [] }]) =>
    appendedByRequestsOn.map(topic => ({ kind, topic })),
  )
  await client.query('delete from feed_appends')
  await client.query(
    'insert into feed_appends (event_kind, topic_kind) select * from json_to_recordset($1::json) as x(kind text, topic text)',
    [JSON.stringify(appends)],
  )
  await ensureAppLogin(client)
  await makeParts(client, Date.now())
}
