import type { FastifyBaseLogger } from 'fastify'
import type { Database, Tx } from '../../db/database.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'

export type JobDeps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}
type Work = {
  /** Why the work runs as the database owner. */
  readonly reason: string
  readonly list: (tx: Tx) => Promise<readonly string[]>
  readonly run: (context: WriteContext, id: string) => Promise<unknown>
  /** The text in the log for an id whose work fails. */
  readonly failure: string
}

/** Lists ids and runs work for each of them in its own transaction as the database owner, so that one that fails stops no other. */
export async function runForEach({ db, log }: JobDeps, { reason, list, run, failure }: Work): Promise<void> {
  for (const id of await db.asOwner(reason, list))
    try {
      await db.asOwner(reason, tx => write(tx, context => run(context, id)))
    } catch (error) {
      withoutOutages(log).warn({ err: error, id }, failure)
    }
}
