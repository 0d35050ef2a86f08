import pg from 'pg'
import type { Felt } from './answer-timeout.ts'

/** Checks, while a connection waits for an answer, whether the database is alive and working. */
export type Pulse = {
  /** Connects in advance, so that a busy database need not accept a connection when it matters. Never rejects. */
  warm(): Promise<void>
  /** Reports the state of the backend with this process id. Never rejects. */
  feel(processId: number | undefined): Promise<Felt>
  stop(): Promise<void>
}

/** Uses a separate connection, because a waiting one cannot send queries until its answer arrives. */
export function createPulse(url: string, maxMs: number): Pulse {
  let client: Promise<pg.Client> | undefined

  function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'muster-feed-pulse',
      keepAlive: true,
      connectionTimeoutMillis: maxMs,
      query_timeout: maxMs,
    })
    const opened = fresh.connect().then(() => fresh)
    const forget = () => {
      if (client === opened) client = undefined
    }
    fresh.on('error', forget)
    fresh.on('end', forget)
    opened.catch(forget)
    client = opened
    return opened
  }

  async function drop() {
    const last = client
    client = undefined
    await last?.then(it => it.end()).catch(() => {})
  }

  return {
    async warm() {
      await connected().catch(() => {})
    },
    async feel(processId) {
      try {
        const { rows } = await (await connected()).query<{ state: string | null }>({
          name: 'feed-pulse',
          text: 'select state from pg_stat_activity where pid = $1',
          values: [processId ?? 0],
        })
        // Behind a pooler the process id is not a backend's, so any answer counts as alive.
        return rows[0]?.state === 'idle' ? 'idle' : 'working'
      } catch {
        void drop()
        return 'gone'
      }
    },
    stop: drop,
  }
}
