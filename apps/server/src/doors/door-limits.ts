/** Limits on everything that arrives before its sender is known, in milliseconds and bytes. */
export type DoorLimits = {
  /** Maximum sockets of this node. */
  readonly sockets: number
  /** Maximum sockets per IP address: a site of several hundred people may share one. */
  readonly socketsPerAddress: number
  /** Maximum bytes of request bodies in transit, in total and per IP address. */
  readonly bytes: number
  readonly bytesPerAddress: number
  /** Maximum time for the headers to arrive. */
  readonly headersMs: number
  /**
   * A body may take any time as long as it makes progress: in each interval it must deliver this rate per second, or its remainder.
   */
  readonly bodyLookMs: number
  readonly bodyLeastPerSecond: number
  /** Maximum time a socket may be silent within a request, or leave its response unread. */
  readonly silentMs: number
  /** Time a socket stays open after a response that was sent before the body arrived. */
  readonly lingerMs: number
  /**
   * Maximum size of a body for which the socket stays open; for a larger one, or one without an announced length, the connection
   * ends with the response.
   */
  readonly lingerBytes: number
  /** Maximum number of sockets kept open like that: reading unwanted data takes time from others. */
  readonly lingering: number
  /** Delay of a refusal for callers that come too often, so that a loop costs them more than it costs us. */
  readonly lateMs: number
  /** Maximum concurrent delayed refusals; each occupies a socket and the part of its request that was read. */
  readonly late: number
  /** Maximum connections that wait to be accepted; beyond it, a new one retries after a second. */
  readonly backlog: number
  /** Delay of the event loop above which work is refused: accepting more would only delay all of it. */
  readonly delayMs: number
  /** Interval for checking these limits. */
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
  // A fifth of a slow mobile line: at this rate the largest photo takes eleven minutes and the largest form two.
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
