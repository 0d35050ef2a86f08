import pg from 'pg'
import { ConnectionLostError, waitForAnswer } from '../answer-timeout.ts'
import type { Pulse } from '../pulse.ts'

/** In milliseconds. With one poll interval this stays below the page reader's `MAX_READ_AGE_MS`. */
const PROBE_INTERVAL_MS = 500
/** Timeout of any read in milliseconds, even if the database is still working on it. */
const READ_TIMEOUT_MS = 60_000

type Options = {
  readonly url: string
  readonly pulse: Pulse
  isStopped(): boolean
  /** Called when another node wrote something or the connection failed. */
  onNews(): void
}

export type FeedConnection = ReturnType<typeof createFeedConnection>

/** Creates a node's single connection for reading the feed and receiving notifications from other nodes. */
export function createFeedConnection({ url, pulse, isStopped, onNews }: Options) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'muster-feed',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: READ_TIMEOUT_MS,
  })
  const getProcessId = () => (client as { processID?: number }).processID
  let fault: Error | undefined
  let isGivenUp = false

  const fail = (error: Error) => {
    fault ??= error
    // An abandoned connection may end late; that must not shorten the pause before the next attempt.
    if (!isGivenUp) onNews()
  }
  client.on('error', fail)
  client.on('end', () => fail(new ConnectionLostError('The connection ended')))
  client.on('notification', ({ processId }) => {
    if (processId !== getProcessId()) onNews()
  })

  /**
   * Rejects if pulse checks find the connection dead, before caches lose their trust, or on stop. A slow database gets more time:
   * reconnecting would add load and reset every screen.
   */
  const withTimeout = <T>(work: Promise<T>): Promise<T> =>
    waitForAnswer(work, {
      feel: async () => (isStopped() ? 'gone' : pulse.feel(getProcessId())),
      everyMs: PROBE_INTERVAL_MS,
    })

  return {
    client,
    patiently: withTimeout,
    get fault() {
      return fault
    },
    async open() {
      await client.connect()
      await pulse.warm()
      // Forces index scans, because a plan cached while the table was small would scan the whole table later.
      await withTimeout(client.query('set enable_seqscan = off'))
      await withTimeout(client.query('listen muster_feed'))
    },
    /** Returns when the server was started, which identifies it. */
    async readServerStart(): Promise<string> {
      const { rows } = await withTimeout(
        client.query<{ start: string }>('select pg_postmaster_start_time()::text as start'),
      )
      return rows[0]?.start ?? ''
    },
    end() {
      isGivenUp = true
      client.end().catch(() => {})
    },
  }
}
