/** Limits for everything that arrives before its sender is known, in milliseconds and bytes. */
export type DoorLimits = {
  /** Maximum number of sockets on this node. */
  readonly sockets: number
  /** Maximum number of sockets per IP address, which a site of several hundred people may share. */
  readonly socketsPerAddress: number
  /** Maximum bytes of request bodies in transit, in total and per IP address. */
  readonly bytes: number
  readonly bytesPerAddress: number
  /** Maximum time until the headers have arrived. */
  readonly headersMs: number
  /**
   * A body may take any time as long as it makes progress: in each interval, it must arrive at this rate (bytes per second) or
   * completely.
   */
  readonly bodyLookMs: number
  readonly bodyLeastPerSecond: number
  /** Maximum time that a socket may be silent within a request or leave its response unread. */
  readonly silentMs: number
  /** Time for which a socket stays open after a response that was sent before the whole body arrived. */
  readonly lingerMs: number
  /**
   * Maximum announced size of a body for which the socket stays open. For a larger body, or one without an announced length, the
   * response closes the connection.
   */
  readonly lingerBytes: number
  /** Maximum number of sockets kept open for the rest of a body, because reading unwanted data takes time from others. */
  readonly lingering: number
  /** Delay before callers that come too often are refused, so that a loop costs them more than it costs us. */
  readonly lateMs: number
  /** Maximum number of concurrent delayed refusals. Each occupies a socket and the part of its request that was read. */
  readonly late: number
  /** Maximum number of connections that wait to be accepted. Beyond it, a new connection is retried after a second. */
  readonly backlog: number
  /** Delay of the event loop above which work is refused, because accepting more would only delay everything. */
  readonly delayMs: number
  /** Interval between checks of these limits. */
  readonly sweepMs: number
}

const SECOND_MS = 1_000
const MEGABYTE = 1024 * 1024

export const doorLimits: DoorLimits = {
  sockets: 25_000,
  socketsPerAddress: 2_000,
  bytes: 96 * MEGABYTE,
  bytesPerAddress: 48 * MEGABYTE,
  headersMs: 10 * SECOND_MS,
  bodyLookMs: 20 * SECOND_MS,
  // A fifth of the rate of a slow mobile connection. At this rate, the largest photo takes eleven minutes and the largest form two.
  bodyLeastPerSecond: 8_000,
  silentMs: 60 * SECOND_MS,
  lingerMs: 2 * SECOND_MS,
  lingerBytes: 16 * MEGABYTE,
  lingering: 8,
  lateMs: 500,
  late: 1_000,
  backlog: 4_096,
  delayMs: 2 * SECOND_MS,
  sweepMs: SECOND_MS,
}
