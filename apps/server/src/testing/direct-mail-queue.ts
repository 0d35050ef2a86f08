import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { createMailHandlers, type MailQueue } from '../jobs/mail-queue.ts'

/**
 * Creates an in-memory mail queue for tests that run no jobs. Mail is sent immediately or, if a database is given, once the
 * transaction that queued it has ended; nothing is sent if that transaction is aborted. A failed attempt is retried up to 24 times.
 */
export function createDirectMailQueue(db?: Pick<Database, 'pool'>): MailQueue & { settled(): Promise<void> } {
  const handlers = createMailHandlers()
  const pendingJobs = new Set<Promise<void>>()
  return {
    async add(order, tx) {
      const orderedAt = new Date()
      const waitForEnd = db && tx && (await watchTransactionEnd(tx, db))
      const send = async () => {
        if ((await waitForEnd?.()) === 'aborted') return
        for (let attempts = 0; attempts < 25; attempts++)
          if (
            await handlers.carryOut(order, orderedAt).then(
              () => true,
              () => sleep(20),
            )
          )
            return
      }
      const job = send().finally(() => pendingJobs.delete(job))
      pendingJobs.add(job)
    },
    onOrder: handlers.onOrder,
    async settled() {
      await Promise.all(pendingJobs)
    },
  }
}

/** Returns a function that waits for the end of the transaction and resolves to its outcome. */
async function watchTransactionEnd(
  tx: Tx,
  { pool }: Pick<Database, 'pool'>,
): Promise<() => Promise<string | undefined>> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
  const readStatus = async () =>
    (await pool.query<{ status: string }>('select pg_xact_status($1::xid8) as status', [rows[0]?.id])).rows[0]
      ?.status
  return async () => {
    let currentStatus = await readStatus()
    for (; currentStatus === 'in progress'; currentStatus = await readStatus()) await sleep(5)
    return currentStatus
  }
}
