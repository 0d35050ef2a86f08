import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import { ActorDialect, acting } from './actor-driver.ts'
import { asAppLogin, readAppLogin } from './app-login.ts'
import type { DB } from './schema.generated.ts'
import { createStoring, type Storing } from './storing.ts'

export type { DB } from './schema.generated.ts'
export type Tx = Transaction<DB>

export type Database = {
  /** The owner's connections, not bound by row-level security. */
  readonly pool: pg.Pool
  /**
   * Runs `work` in one transaction as the person, on a connection that logged in as a role which is only `muster_app`:
   * bound by row-level security, with no other role to go back to. Everything that a request does goes through here,
   * unless it says why not.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction of the owner. `reason` says why row-level security does not apply. */
  asOwner<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls whenever a transaction of this pool that wrote to the feed has ended. */
  onFeedWritten(listener: () => void): void
  /** Whether it stores what it is given; who writes on a connection of their own tells it, too. */
  readonly storing: Storing
  close(): Promise<void>
}

// count(*) and seq are bigint, which pg hands over as text: none of ours leaves the safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time and no zone: text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

/**
 * A connection that is given up when it stays silent longer than `query_timeout`. The library only stops to wait for that
 * answer: the rollback, and whatever the pool lets through this connection next, would wait behind it all over again.
 */
class ImpatientClient extends pg.Client {
  /** Is told of every query that failed. */
  onFailed: (error: unknown) => void = () => undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // One that ends while it is lent out, between two queries, must not take the process with it: the next query fails.
    this.on('error', () => undefined)
  }

  // The overloads of the library are of no interest here: what comes is handed on.
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
  /** The number of connections of requests, and of the owner as many again. */
  size?: number
  /** Milliseconds after which PostgreSQL ends a statement. */
  statementMs?: number
  onError?: (error: Error) => void
}

/** How much longer an answer is waited for: it should come from PostgreSQL, unless that is frozen or out of reach. */
const GRACE_MS = 3_000

/** Opens the pools, of a migrated database. Nothing connects before the first query. */
export function openDatabase(url: string, options: Options = {}): Database {
  const statementMs = options.statementMs ?? 30_000
  let closing = false
  const listeners: (() => void)[] = []
  const storing = createStoring()
  // The trigger says so within the transaction (db/functions/feed/writers.sql); given back, the transaction is over.
  const wrote = new WeakSet<object>()
  const openPool = (connectionString: string) => {
    const pool = new pg.Pool({
      connectionString,
      max: options.size ?? 10,
      application_name: 'muster',
      // A transaction forgotten open would hold back the feed for everyone.
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: statementMs,
      query_timeout: statementMs + GRACE_MS,
      Client: ImpatientClient,
      connectionTimeoutMillis: 5_000,
    })
    // An idle connection that breaks (the database restarts) must not take the process with it.
    pool.on('error', error => {
      if (!closing) options.onError?.(error)
    })
    pool.on('connect', client => {
      if (client instanceof ImpatientClient) client.onFailed = storing.onError
      client.on('notice', ({ message }) => {
        if (message === 'muster_feed') wrote.add(client)
      })
    })
    pool.on('release', (error, client) => {
      // Of a query of the pool itself; those of transactions are told by the client.
      storing.onError(error)
      if (!wrote.delete(client)) return
      storing.onStored()
      for (const listener of listeners) listener()
    })
    return pool
  }
  const pool = openPool(url)
  const owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const app = new Kysely<DB>({
    // Asked again at the next transaction, should the database not be there.
    dialect: new ActorDialect({ pool: async () => openPool(asAppLogin(url, await readAppLogin(pool))) }),
  })
  return {
    pool,
    asActor: (actor, work) => acting.run(actor, () => app.transaction().execute(work)),
    asOwner: (_reason, work) => owner.transaction().execute(work),
    onFeedWritten(listener) {
      listeners.push(listener)
    },
    storing,
    async close() {
      closing = true
      await Promise.all([app.destroy(), owner.destroy()])
    },
  }
}

/** Whether the database answers within `ms` milliseconds; rejects when it cannot be reached. */
export async function answersWithin({ pool }: Database, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, ms, false)
  // The bound of the query frees the connection, the timer also bounds the wait for one.
  const answer = pool.query({ text: 'select 1', query_timeout: ms } as pg.QueryConfig).then(() => true)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined)
  }
}
