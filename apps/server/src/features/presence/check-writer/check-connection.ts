import pg from 'pg'

export type CheckConnection = {
  /**
   * Runs `work`, which may leave a transaction open only by rejecting: it is rolled back then, and a connection that
   * cannot even do that is given up. The next run opens a new one.
   */
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** There is no living connection: the last one was lost, or could not be made. */
  readonly lost: boolean
  end(): Promise<void>
}

/**
 * The writer's own connection: it pipelines, which a connection of the pool must not. A lock held by somebody else is
 * waited for only shortly, because everyone's checks wait behind it. The planner is told to look rows up by their keys:
 * a prepared statement keeps the plan of its first batches, and on tables that were still small then that is a full scan.
 */
export function createCheckConnection(url: string, onError: (error: Error) => void): CheckConnection {
  let client: pg.Client | undefined

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'muster-checks',
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      lock_timeout: 1_000,
      statement_timeout: 20_000,
      // A database that is frozen ends nothing: then the connection is given up.
      query_timeout: 23_000,
      // Between the two round trips of a batch hardly any time passes. A node that is stopped or cut off there holds the count
      // of people in its zones, which whoever comes in at another node waits for: it loses the batch, and writes it again.
      idle_in_transaction_session_timeout: 1_000,
    })
    const forget = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', error => {
      forget()
      onError(error)
    })
    fresh.on('end', forget)
    await fresh.connect()
    await fresh.query(`set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`)
    client = fresh
    return fresh
  }

  return {
    async run(work) {
      const used = client ?? (await connect())
      try {
        return await work(used)
      } catch (error) {
        await used.query('rollback').catch(() => {
          if (client === used) client = undefined
          // Closes the socket; the answer is of no interest.
          used.end().catch(() => undefined)
        })
        throw error
      }
    },
    get lost() {
      return client === undefined
    },
    async end() {
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
