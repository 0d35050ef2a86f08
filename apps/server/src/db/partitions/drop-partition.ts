import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { run } from '../rows.ts'

const MAX_ATTEMPTS = 50

/**
 * Drops a partition, after running `beforeDrop` in the same transaction. Waits only briefly for the lock on the table and retries,
 * because every writer would queue behind a pending lock.
 */
export async function dropPart(
  db: Database,
  name: string,
  beforeDrop: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.asOwner('no request drops parts of tables', async tx => {
        await run(tx)`set local lock_timeout = '200ms'`
        await beforeDrop(tx)
        await run(tx)`drop table if exists ${sql.table(name)}`
      })
      return
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || (error as { code?: string }).code !== '55P03') throw error
      await sleep(100)
    }
  }
}
