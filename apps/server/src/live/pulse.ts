import pg from 'pg'
import type { ProbeState } from './answer-timeout.ts'

/** A probe that checks whether the database is alive and working while a connection waits for an answer. */
export type Pulse = {
  /** Connects in advance, so that a busy database need not accept a connection when it matters. Never rejects. */
  warm(): Promise<void>
  /** Reports the state of the backend with this process id. Never rejects. */
  feel(processId: number | undefined): Promise<ProbeState>
  stop(): Promise<void>
}

/** Creates a pulse with its own connection, because a connection that waits for an answer cannot send queries. */
export function createPulse(url: string, maxMs: number): Pulse {
  let client: Promise<pg.Client> | undefined

  function getClient(): Promise<pg.Client> {
    if (client) return client
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'muster-feed-pulse',
      keepAlive: true,
      connectionTimeoutMillis: maxMs,
      query_timeout: maxMs,
    })
    const openingClient = newClient.connect().then(() => newClient)
    const forget = () => {
      if (client === openingClient) client = undefined
    }
    newClient.on('error', forget)
    newClient.on('end', forget)
    openingClient.catch(forget)
    client = openingClient
    return openingClient
  }

  async function drop() {
    const previousClient = client
    client = undefined
    await previousClient?.then(it => it.end()).catch(() => {})
  }

  return {
    async warm() {
      await getClient().catch(() => {})
    },
    async feel(processId) {
      try {
        const { rows } = await (await getClient()).query<{ state: string | null }>({
          name: 'feed-pulse',
          text: 'select state from pg_stat_activity where pid = $1',
          values: [processId ?? 0],
        })
        // Behind a pooler the process id is not a backend's, so any answer counts as `working`.
        return rows[0]?.state === 'idle' ? 'idle' : 'working'
      } catch {
        void drop()
        return 'gone'
      }
    },
    stop: drop,
  }
}
