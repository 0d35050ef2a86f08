import pg from 'pg'

/** Identifies the lock for all backups: any constant that differs from other locks. */
const BACKUP_LOCK_ID = 7_203_160

/**
 * Runs `work` while no other node or command backs up; returns false without running it if one does. The lock belongs to a
 * connection of its own, so it ends with the process.
 */
export async function withBackupLock(databaseUrl: string, work: () => Promise<unknown>): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'muster-backup',
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      BACKUP_LOCK_ID,
    ])
    if (!rows[0]?.locked) return false
    await work()
    return true
  } finally {
    await client.end()
  }
}
