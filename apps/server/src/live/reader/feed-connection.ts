import pg from 'pg'
import { waitForAnswer } from '../answer-timeout.ts'
import type { Pulse } from '../pulse.ts'

/** After so many milliseconds without an answer the pulse is felt, and again each time: with a poll, within the reader's FRESH. */
const SLOW = 500
/** The longest that any read is waited for, even while the database works on it. */
const READ_MOST = 60_000

type Options = {
  readonly url: string
  readonly pulse: Pulse
  isStopped(): boolean
  /** Another node wrote something, or the connection has a fault. */
  onNews(): void
}

export type FeedConnection = ReturnType<typeof createFeedConnection>

/** The one connection over which a node reads the feed and hears that others wrote to it. */
export function createFeedConnection({ url, pulse, isStopped, onNews }: Options) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'muster-feed',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: READ_MOST,
  })
  const ownId = () => (client as { processID?: number }).processID
  let fault: Error | undefined
  let isGivenUp = false

  const fail = (error: Error) => {
    fault ??= error
    // The last words of a connection already given up must not cut the pause short.
    if (!isGivenUp) onNews()
  }
  client.on('error', fail)
  client.on('end', () => fail(new Error('the connection ended')))
  client.on('notification', ({ processId }) => {
    if (processId !== ownId()) onNews()
  })

  /**
   * A connection that went dead without a word is found out before memory is trusted no longer; a database that only takes
   * long is waited for: to leave it and come back would ask it for more, and tell every screen that nothing is known.
   */
  const patiently = <T>(asked: Promise<T>): Promise<T> =>
    waitForAnswer(asked, {
      feel: async () => (isStopped() ? 'gone' : pulse.feel(ownId())),
      everyMs: SLOW,
    })

  return {
    client,
    patiently,
    get fault() {
      return fault
    },
    async open() {
      await client.connect()
      await pulse.warm()
      // A plan made while the table was small would read all of it later.
      await patiently(client.query('set enable_seqscan = off'))
      await patiently(client.query('listen muster_feed'))
    },
    end() {
      isGivenUp = true
      client.end().catch(() => {})
    },
  }
}
