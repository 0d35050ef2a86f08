/** Limits of the sockets. Milliseconds and bytes. */
export type LiveLimits = {
  /** Largest message of a client. */
  readonly messageBytes: number
  /** Time a socket may stay silent before its `hello`. */
  readonly helloMs: number
  /** Initial burst of first messages per address: a large site reconnects at once, each person with a screen or two. */
  readonly hellosAtOnce: number
  /** The rate after that. */
  readonly hellosPerSecond: number
  /** Sockets of this node. */
  readonly sockets: number
  /** Sockets of one session on this node: tabs, and some dead ones not detected yet. */
  readonly socketsPerSession: number
  /** Messages, pings and pongs of one socket between two heartbeats. */
  readonly messagesPerBeat: number
  /** Bytes a client may send in that time: each message is read completely before it is parsed. */
  readonly bytesPerBeat: number
  /** The same for unknown clients: a `hello`, possibly fragmented, and a heartbeat or two. */
  readonly strangerMessages: number
  readonly strangerBytes: number
  /** Unsent bytes above which a socket is disconnected, if they remain for `burstMs`. */
  readonly unsentBytes: number
  readonly burstMs: number
  /** Events that may be queued for a socket during a replay or while reading grants. */
  readonly queued: number
  /** Unsent bytes above which a replay pauses. */
  readonly replayBytes: number
  /** Time a replay waits for a socket that accepts nothing. */
  readonly replayStallMs: number
  /** Events replayed to one socket; clients that missed more reload everything. */
  readonly replayed: number
  readonly heartbeatMs: number
  /** Interval for looking up a session while its socket is open: open sockets keep it from expiring. */
  readonly sessionCheckMs: number
  /** Time for a socket to complete its closing handshake. */
  readonly goodbyeMs: number
  /** Time sockets stay open while the feed is not followed. */
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
