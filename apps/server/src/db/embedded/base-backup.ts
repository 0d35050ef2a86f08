import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Folders that must be empty in a copy. PostgreSQL fills them when it starts. */
const EMPTIED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const EXCLUDED_FILES =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Uses PostgreSQL's low-level base backup: npm's binaries include neither pg_dump nor pg_basebackup. The copy has every transaction
 * committed before the backup's last log position, and starts with crash recovery.
 */
export async function copyRunningCluster(url: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The replication slot is dropped when this session ends. Until then PostgreSQL keeps the log from here on, however long the
    // copy takes.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
      `muster_backup_${process.pid}`,
    ])
    const startSegment = await queryOne(
      client,
      `select pg_walfile_name(pg_backup_start('muster', true)) as name`,
    )
    await copyTree(cluster, target, true)
    // The label must not be in the running cluster: after a crash, PostgreSQL would take the cluster for a restored backup.
    const backupEnd = await queryOne(
      client,
      'select pg_walfile_name(lsn) as name, labelfile from pg_backup_stop(false)',
    )
    await writeFile(join(target, 'backup_label'), backupEnd.labelfile ?? '', { mode: 0o600 })
    const walFolder = join(cluster, 'pg_wal')
    const requiredSegments = (await readdir(walFolder)).filter(
      it => /^[0-9A-F]{24}$/.test(it) && it >= (startSegment.name ?? '') && it <= (backupEnd.name ?? ''),
    )
    for (const file of requiredSegments) await copyFile(join(walFolder, file), join(target, 'pg_wal', file))
  } finally {
    await client.end()
  }
}

async function queryOne(client: pg.Client, sql: string): Promise<{ name?: string; labelfile?: string }> {
  return (await client.query(sql)).rows[0]
}

async function copyTree(from: string, to: string, isTopLevel: boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(useFallbackIfMissing([]))) {
    if (EXCLUDED_FILES.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (isTopLevel && EMPTIED_FOLDERS.includes(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyTree(source, target, false)
    // The file of a table dropped during the copy is gone. Replaying the log on the copy drops the table there, too.
    else if (entry.isFile()) await copyFile(source, target).catch(useFallbackIfMissing(undefined))
  }
}

function useFallbackIfMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return fallback
    throw error
  }
}
