/** Limits for sockets. Times are in milliseconds and sizes in bytes. */
export type LiveLimits = {
  /** Maximum size of a client's message. */
  readonly messageBytes: number
  /** Maximum time a socket may stay silent before its `hello`. */
  readonly helloMs: number
  /** Large, because all people at a large site reconnect at once, each with one or two screens. */
  readonly hellosAtOnce: number
  /** Sustained rate of first messages after the burst. */
  readonly hellosPerSecond: number
  /** Maximum sockets on this node. */
  readonly sockets: number
  /** Maximum sockets of one session on this node: its tabs, and some dead sockets that have not been detected yet. */
  readonly socketsPerSession: number
  /** Maximum messages, pings and pongs of one socket between two heartbeats. */
  readonly messagesPerBeat: number
  /** Maximum bytes that a client may send between two heartbeats, because each message is read completely before it is parsed. */
  readonly bytesPerBeat: number
  /** For clients without a known session, which send a `hello`, possibly fragmented, and a heartbeat or two. */
  readonly strangerMessages: number
  readonly strangerBytes: number
  /** Unsent bytes above which a socket is disconnected, if they remain for `burstMs`. */
  readonly unsentBytes: number
  readonly burstMs: number
  /** Maximum events queued for a socket during a replay or while its grants are read. */
  readonly queued: number
  /** Unsent bytes above which a replay pauses. */
  readonly replayBytes: number
  /** Maximum time a replay waits for a socket that accepts nothing. */
  readonly replayStallMs: number
  /** Maximum events replayed to one socket; clients that missed more reload everything. */
  readonly replayed: number
  readonly heartbeatMs: number
  /** Interval for looking up a session while its socket is open. The lookup renews the session, so that it does not expire. */
  readonly sessionCheckMs: number
  /** Maximum time for a socket to complete its closing handshake. */
  readonly goodbyeMs: number
  /** Maximum time sockets stay open while the feed is not followed. */
  readonly brokenMs: number
}

export const liveLimits: LiveLimits = {
  messageBytes: 64 * 1024,
  helloMs: 5_000,
  hellosAtOnce: 4_000,
  hellosPerSecond: 250,
  sockets: 20_000,
  socketsPerSession: 20,
  messagesPerBeat: 500,
  bytesPerBeat: 2 * 1024 * 1024,
  strangerMessages: 32,
  strangerBytes: 66 * 1024,
  unsentBytes: 1024 * 1024,
  burstMs: 1_000,
  queued: 10_000,
  replayBytes: 256 * 1024,
  replayStallMs: 30_000,
  replayed: 10_000,
  heartbeatMs: 25_000,
  sessionCheckMs: 3_600_000,
  goodbyeMs: 1_000,
  brokenMs: 5_000,
}
