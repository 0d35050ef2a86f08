import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.generated.ts'

export type { DB } from './schema.generated.ts'
export type Tx = Transaction<DB>

/** Who acts: the signed-in user and the session they act from. */
export type Actor = { readonly userId: string; readonly sessionId: string }

export type Database = {
  /** The owner's connections, not bound by row-level security. */
  readonly pool: pg.Pool
  /**
   * Runs `work` in one transaction as the person: role `muster_app`, bound by row-level security. Everything that a
   * request does goes through here, unless it says why not.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction of the owner. `reason` says why row-level security does not apply. */
  asOwner<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// count(*) and seq are bigint, which pg hands over as text: none of ours leaves the safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time and no zone: text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

/** Opens the pool. `size` is the number of connections. Nothing connects before the first query. */
export function openDatabase(
  url: string,
  options: { size?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size ?? 10,
    application_name: 'muster',
    // A transaction forgotten open would hold back the feed for everyone.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
  })
  // An idle connection that breaks (the database restarts) must not take the process with it.
  let closing = false
  pool.on('error', error => {
    if (!closing) options.onError?.(error)
  })
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    asActor: (actor, work) =>
      kysely.transaction().execute(async tx => {
        await sql`select set_config('role', 'muster_app', true),
          set_config('muster.user_id', ${actor.userId}, true),
          set_config('muster.session_id', ${actor.sessionId}, true)`.execute(tx)
        return work(tx)
      }),
    asOwner: (_reason, work) => kysely.transaction().execute(work),
    close() {
      closing = true
      return kysely.destroy()
    },
  }
}
