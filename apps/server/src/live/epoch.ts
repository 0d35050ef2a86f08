import type pg from 'pg'

/**
 * Cluster, timeline (changes on failover), database and the mark of a restore (`startNewHistory`): failover and restore lose the
 * last events, so cursors of another epoch are meaningless. If the server hides these, its start time is used, and every restart
 * costs one resync.
 */
export async function readEpoch(client: pg.ClientBase): Promise<string> {
  const databaseOidSql = '(select oid from pg_database where datname = current_database())'
  try {
    const { rows } = await client.query<{ epoch: string }>(
      `select (select system_identifier from pg_control_system())
        || '-' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '-' || ${databaseOidSql}
        || '-' || (select left(history::text, 8) from feed_floor) as epoch`,
    )
    if (rows[0]?.epoch) return rows[0].epoch
  } catch (error) {
    // 42501 not permitted, 42883 no such function, 0A000 not supported; any other error is a connection failure.
    if (!['42501', '42883', '0A000'].includes((error as { code?: string }).code ?? '')) throw error
  }
  const { rows } = await client.query<{ epoch: string }>(
    `select 'start-' || extract(epoch from pg_postmaster_start_time())::text || '-' || ${databaseOidSql}
      || '-' || (select left(history::text, 8) from feed_floor) as epoch`,
  )
  return rows[0]?.epoch ?? 'unknown'
}

/** After a restore: nobody may resume the feed across it, and the backup under way when the copy was made is forgotten. */
export async function startNewHistory(client: pg.ClientBase): Promise<void> {
  await client.query('update feed_floor set history = gen_random_uuid()')
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('backup_runs') is not null as exists`,
  )
  if (rows[0]?.exists) await client.query(`delete from backup_runs where state in ('waiting', 'running')`)
}
