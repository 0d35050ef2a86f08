/** Bounds of the sockets. Milliseconds and bytes. */
export type LiveLimits = {
  /** Largest message of a client. */
  readonly messageBytes: number
  /** How long a socket may stay silent before its `hello`. */
  readonly helloMs: number
  /** First messages from one address: a site of many people comes back at once, each with a screen or two. */
  readonly hellosAtOnce: number
  /** And from then on. */
  readonly hellosPerSecond: number
  /** Sockets of this node. */
  readonly sockets: number
  /** Sockets of one session on this node: tabs, and some that died unnoticed. */
  readonly socketsPerSession: number
  /** Messages, pings and pongs of one socket between two heartbeats. */
  readonly messagesPerBeat: number
  /** Bytes a client may send in that time: each message is read whole before it is known what it asks. */
  readonly bytesPerBeat: number
  /** The same for who is not known yet: a `hello`, also one in parts, and a sign of life or two. */
  readonly strangerMessages: number
  readonly strangerBytes: number
  /** Unsent bytes above which a socket is cut off, when they stay so for `burstMs`. */
  readonly unsentBytes: number
  readonly burstMs: number
  /** Events that may wait for a socket while it is being replayed to or granted anew. */
  readonly queued: number
  /** Unsent bytes above which replaying waits. */
  readonly replayBytes: number
  /** How long replaying waits for a socket that takes nothing. */
  readonly replayStallMs: number
  /** Events replayed to one socket; who missed more reads everything anew. */
  readonly replayed: number
  readonly heartbeatMs: number
  /** How often a session is looked up again while its socket lives: living sockets keep it from expiring. */
  readonly sessionCheckMs: number
  /** How long a closing socket may take to say goodbye. */
  readonly goodbyeMs: number
  /** How long sockets stay open while the feed is not followed. */
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
