import pg from 'pg'
import { type ConnectionRegistry, dropConnection } from '../../../db/connection-registry.ts'
import { KEEP_ALIVE_DELAY_MS } from '../../../db/database.ts'
import { isReadOnly } from '../../../db/storage-state.ts'

export type CheckConnection = {
  /** `work` may leave a transaction open only if it rejects: then it is rolled back or, failing that, the connection dropped. */
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** True while there is no live connection, because the last one was lost or could not be opened. */
  readonly lost: boolean
  end(): Promise<void>
}

/**
 * It pipelines, which a pooled connection must not. Waits only briefly for locks, because everyone's checks queue behind it. No
 * sequential scans, hash or merge joins: a prepared statement keeps its first plan, which on small tables would read them whole.
 */
export function createCheckConnection(
  url: string,
  connections: ConnectionRegistry,
  onError: (error: Error) => void,
): CheckConnection {
  let client: pg.Client | undefined

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'muster-checks',
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: 5_000,
      lock_timeout: 1_000,
      statement_timeout: 20_000,
      // A frozen database never cancels a statement itself, so the client drops the connection after this time.
      query_timeout: 23_000,
      // The two round trips of a batch follow each other immediately. A node that stops or is cut off between them would keep the
      // occupancy of its zones locked and block entries on other nodes, so its batch is rolled back and it writes the batch again.
      idle_in_transaction_session_timeout: 1_000,
    })
    connections.track(newClient)
    const forgetClient = () => {
      if (client === newClient) client = undefined
    }
    newClient.on('error', error => {
      forgetClient()
      onError(error)
    })
    newClient.on('end', forgetClient)
    await newClient.connect()
    await newClient.query(`set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`)
    client = newClient
    return newClient
  }

  return {
    async run(work) {
      const activeClient = client ?? (await connect())
      try {
        return await work(activeClient)
      } catch (error) {
        // The server has become a standby, and only a new connection finds the primary.
        if (isReadOnly(error)) dropConnection(activeClient)
        await activeClient.query('rollback').catch(() => {
          if (client === activeClient) client = undefined
          // Close the socket without waiting for an answer.
          activeClient.end().catch(() => undefined)
        })
        throw error
      }
    },
    get lost() {
      return client === undefined
    },
    async end() {
      const lastClient = client
      client = undefined
      await lastClient?.end()
    },
  }
}
