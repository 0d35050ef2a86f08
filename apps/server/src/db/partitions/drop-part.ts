import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

const ATTEMPTS = 50

/**
 * Drops a part, and does `alongside` in the same transaction. The table is locked for the moment of it only, and waited for
 * shortly and again: behind a lock that is waited for, all who write would queue up.
 */
export async function dropPart(
  db: Database,
  name: string,
  alongside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.asOwner('no request drops parts of tables', async tx => {
        await sql`set local lock_timeout = '200ms'`.execute(tx)
        await alongside(tx)
        await sql`drop table if exists ${sql.table(name)}`.execute(tx)
      })
      return
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: string }).code !== '55P03') throw error
      await sleep(100)
    }
  }
}
