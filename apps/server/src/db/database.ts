import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import { ActorDialect, actorStorage } from './actor-driver.ts'
import { asAppLogin, readAppLogin } from './app-login.ts'
import { type ConnectionRegistry, createConnectionRegistry, dropConnection } from './connection-registry.ts'
import type { DB } from './schema.generated.ts'
import { createStorageState, isReadOnly, type StorageState } from './storage-state.ts'

export type { DB } from './schema.generated.ts'
export type Tx = Transaction<DB>
declare const owner: unique symbol
/** A transaction past row-level security, which only `asOwner` gives. */
export type OwnerTx = Tx & { readonly [owner]: true }

/** The connections of a pool, and the number of callers that wait for one. */
export type PoolUse = {
  readonly pool: 'requests' | 'owner'
  readonly inUse: number
  readonly idle: number
  readonly waiting: number
  readonly most: number
}

export type Database = {
  /** The owner's connections, which bypass row-level security. */
  readonly pool: pg.Pool
  /**
   * The connection's role has only membership in `muster_app`, so row-level security applies and there is no role to switch back to.
   * Everything a request does goes through here, unless the code states why not.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction as the owner. `reason` states why row-level security does not apply. */
  asOwner<T>(reason: string, work: (tx: OwnerTx) => Promise<T>): Promise<T>
  /** Calls `listener` whenever a transaction that wrote to the feed through these pools has ended. */
  onFeedWritten(listener: () => void): void
  /** Returns the current use of the pools for requests and for the owner. */
  readPools(): readonly PoolUse[]
  /** Tracks the connections of the pools. Code with connections of its own adds them. */
  readonly connections: ConnectionRegistry
  /** Tracks whether the database accepts writes. Code that writes on its own connection reports its results here too. */
  readonly storing: StorageState
  close(): Promise<void>
}

// pg returns bigint, such as count(*) and seq, as text. All our values are safe integers, so they become numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has neither time nor time zone, so it remains text.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

/**
 * Drops its connection when a query exceeds `query_timeout`: the library only stops waiting, and the rollback would queue behind the
 * query. Also drops one to a new standby, because only a new connection finds the primary.
 */
class TimedClient extends pg.Client {
  /** Receives the error of every failed query. */
  onFailed: (error: unknown) => void = () => undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A checked-out connection that ends between two queries must not crash the process. The next query fails instead.
    this.on('error', () => undefined)
  }

  // The library's overloads do not matter here, because all arguments are passed on.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(...query: any[]): any {
    const result: unknown = Reflect.apply(super.query, this, query)
    if (result instanceof Promise)
      result.catch(error => {
        this.onFailed(error)
        if (isUnanswered(error) || isReadOnly(error)) dropConnection(this)
      })
    return result
  }
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

type Options = {
  /** Maximum number of connections in each of the two pools, for requests and for the owner. */
  size?: number
  /** Milliseconds after which PostgreSQL ends a statement. */
  statementMs?: number
  /** Milliseconds that we wait beyond PostgreSQL's own timeout. */
  graceMs?: number
  /** Milliseconds after which an attempt to connect, or to get a connection of the pool, is given up. */
  connectMs?: number
  onError?: (error: Error) => void
}

/** Default of `graceMs`. Only a frozen or unreachable server fails to send its timeout error. */
const QUERY_GRACE_MS = 3_000
const CONNECT_TIMEOUT_MS = 5_000

/** Milliseconds of silence before the system checks whether the other end of a connection still exists. */
export const KEEP_ALIVE_DELAY_MS = 10_000

/** Opens the pools for a migrated database. Nothing connects before the first query. */
export function openDatabase(url: string, options: Options = {}): Database {
  const statementTimeoutMs = options.statementMs ?? 30_000
  let isClosing = false
  const listeners: (() => void)[] = []
  const storageState = createStorageState()
  const connections = createConnectionRegistry()
  class Client extends TimedClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.onFailed = storageState.onError
      connections.track(this)
    }
  }
  // Connections whose open transaction has written to the feed. A trigger (db/functions/feed/writers.sql) reports the write with a
  // notice. The transaction is over when the connection is released.
  const clientsWithWrites = new WeakSet<object>()
  const openPool = (connectionString: string) => {
    const pool = new pg.Pool({
      connectionString,
      max: options.size ?? 10,
      application_name: 'muster',
      // A transaction left open by mistake would block the feed for everyone.
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + (options.graceMs ?? QUERY_GRACE_MS),
      Client,
      connectionTimeoutMillis: options.connectMs ?? CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    })
    // An idle connection that breaks, for example because the database restarts, must not crash the process.
    pool.on('error', error => {
      if (!isClosing) options.onError?.(error)
    })
    pool.on('connect', client => {
      client.on('notice', ({ message }) => {
        if (message === 'muster_feed') clientsWithWrites.add(client)
      })
    })
    pool.on('release', (error, client) => {
      // Errors from queries run on the pool itself arrive here. Errors within transactions are reported by the client.
      storageState.onError(error)
      if (!clientsWithWrites.delete(client)) return
      storageState.onStored()
      for (const listener of listeners) listener()
    })
    return pool
  }
  const pool = openPool(url)
  let actorPool: pg.Pool | undefined
  const ownerDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const actorDb = new Kysely<DB>({
    // If the login cannot be read because the database is unreachable, the next transaction tries again.
    dialect: new ActorDialect({
      pool: async () => {
        actorPool = openPool(asAppLogin(url, await readAppLogin(pool)))
        return actorPool
      },
    }),
  })
  const toUse = (name: PoolUse['pool'], opened: pg.Pool | undefined): PoolUse => {
    const { totalCount = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = opened ?? {}
    return { pool: name, inUse: totalCount - idle, idle, waiting, most: pool.options.max }
  }
  return {
    pool,
    asActor: (actor, work) => actorStorage.run(actor, () => actorDb.transaction().execute(work)),
    asOwner: (_reason, work) => ownerDb.transaction().execute(tx => work(tx as OwnerTx)),
    readPools: () => [toUse('requests', actorPool), toUse('owner', pool)],
    onFeedWritten(listener) {
      listeners.push(listener)
    },
    connections,
    storing: storageState,
    async close() {
      isClosing = true
      await Promise.all([actorDb.destroy(), ownerDb.destroy()])
      // The query builder ends only a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Returns true if the database answers, and false if it does not within `ms` milliseconds. Rejects if it cannot be reached. */
export async function isReachable({ pool }: Database, ms: number): Promise<boolean> {
  const timeoutResult = Promise.withResolvers<boolean>()
  const timer = setTimeout(timeoutResult.resolve, ms, false)
  // The query timeout frees the connection. The timer also covers the wait for a free connection.
  const probe = pool.query({ text: 'select 1', query_timeout: ms } as pg.QueryConfig).then(() => true)
  try {
    return await Promise.race([probe, timeoutResult.promise])
  } finally {
    clearTimeout(timer)
    probe.catch(() => undefined)
  }
}
