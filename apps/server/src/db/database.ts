import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import { ActorDialect, actorStorage } from './actor-driver.ts'
import { asAppLogin, readAppLogin } from './app-login.ts'
import type { DB } from './schema.generated.ts'
import { createStorageState, type StorageState } from './storage-state.ts'

export type { DB } from './schema.generated.ts'
export type Tx = Transaction<DB>

export type Database = {
  /** Connections of the owner, who bypasses row-level security. */
  readonly pool: pg.Pool
  /**
   * Runs `work` in one transaction as the actor. The connection is logged in as a role that is only `muster_app`, so row-level
   * security applies and there is no other role to go back to. Everything a request does goes through here, unless the code states
   * why not.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction as the owner. `reason` states why row-level security does not apply. */
  asOwner<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls `listener` whenever a transaction of these pools that wrote to the feed has ended. */
  onFeedWritten(listener: () => void): void
  /** Tracks whether the database accepts writes. Code that writes on its own connection reports to it too. */
  readonly storing: StorageState
  close(): Promise<void>
}

// pg returns bigint, such as count(*) and seq, as text; all our values are safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has neither time nor time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

/**
 * A client that drops its connection when a query exceeds `query_timeout`. The library only stops waiting for the result,
 * so the rollback, and the pool's next query on this connection, would queue behind the same silent query.
 */
class TimedClient extends pg.Client {
  /** Receives the error of every failed query. */
  onFailed: (error: unknown) => void = () => undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A checked-out connection that ends between two queries must not crash the process; the next query fails instead.
    this.on('error', () => undefined)
  }

  // The library's overloads do not matter here: all arguments are passed on.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(...query: any[]): any {
    const answer: unknown = Reflect.apply(super.query, this, query)
    if (answer instanceof Promise)
      answer.catch(error => {
        this.onFailed(error)
        if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    return answer
  }
}

type Options = {
  /** Maximum number of connections for requests, and the same number again for the owner. */
  size?: number
  /** Milliseconds after which PostgreSQL ends a statement. */
  statementMs?: number
  onError?: (error: Error) => void
}

/** Additional time (ms) to wait for PostgreSQL's own timeout error, which only a frozen or unreachable server fails to send. */
const QUERY_GRACE_MS = 3_000

/** Opens the pools of a migrated database. Nothing connects before the first query. */
export function openDatabase(url: string, options: Options = {}): Database {
  const statementMs = options.statementMs ?? 30_000
  let isClosing = false
  const listeners: (() => void)[] = []
  const storageState = createStorageState()
  // Connections whose open transaction has written to the feed. A trigger (db/functions/feed/writers.sql) reports the write with a
  // notice; the transaction is over when the connection is released.
  const clientsWithWrites = new WeakSet<object>()
  const openPool = (connectionString: string) => {
    const pool = new pg.Pool({
      connectionString,
      max: options.size ?? 10,
      application_name: 'muster',
      // A transaction left open by mistake would hold back the feed for everyone.
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: statementMs,
      query_timeout: statementMs + QUERY_GRACE_MS,
      Client: TimedClient,
      connectionTimeoutMillis: 5_000,
    })
    // An idle connection that breaks (the database restarts) must not crash the process.
    pool.on('error', error => {
      if (!isClosing) options.onError?.(error)
    })
    pool.on('connect', client => {
      if (client instanceof TimedClient) client.onFailed = storageState.onError
      client.on('notice', ({ message }) => {
        if (message === 'muster_feed') clientsWithWrites.add(client)
      })
    })
    pool.on('release', (error, client) => {
      // Errors of queries run on the pool itself arrive here; those of transactions are reported by the client.
      storageState.onError(error)
      if (!clientsWithWrites.delete(client)) return
      storageState.onStored()
      for (const listener of listeners) listener()
    })
    return pool
  }
  const pool = openPool(url)
  const ownerDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const app = new Kysely<DB>({
    // If the database is unreachable, the next transaction reads the login again.
    dialect: new ActorDialect({ pool: async () => openPool(asAppLogin(url, await readAppLogin(pool))) }),
  })
  return {
    pool,
    asActor: (actor, work) => actorStorage.run(actor, () => app.transaction().execute(work)),
    asOwner: (_reason, work) => ownerDb.transaction().execute(work),
    onFeedWritten(listener) {
      listeners.push(listener)
    },
    storing: storageState,
    async close() {
      isClosing = true
      await Promise.all([app.destroy(), ownerDb.destroy()])
    },
  }
}

/** Returns whether the database answers within `ms` milliseconds; rejects if it cannot be reached. */
export async function isReachable({ pool }: Database, ms: number): Promise<boolean> {
  const timeoutResult = Promise.withResolvers<boolean>()
  const timer = setTimeout(timeoutResult.resolve, ms, false)
  // The query timeout frees the connection; the timer also limits the wait for a connection.
  const probe = pool.query({ text: 'select 1', query_timeout: ms } as pg.QueryConfig).then(() => true)
  try {
    return await Promise.race([probe, timeoutResult.promise])
  } finally {
    clearTimeout(timer)
    probe.catch(() => undefined)
  }
}
