/** Bounds of everything that comes in, before anybody knows who sends it. Milliseconds and bytes. */
export type DoorLimits = {
  /** Sockets of this node. */
  readonly sockets: number
  /** Sockets of one address: a site of some hundred people stands behind one. */
  readonly socketsPerAddress: number
  /** What the bodies of all requests under way may hold together, and those of one address. */
  readonly bytes: number
  readonly bytesPerAddress: number
  /** How long the headers may take to arrive. */
  readonly headersMs: number
  /** A body may take as long as it gets on: in so many milliseconds it brings so much for each second, or all that is left. */
  readonly bodyLookMs: number
  readonly bodyLeastPerSecond: number
  /** How long a socket may be silent in the midst of a request, or take nothing of its answer. */
  readonly silentMs: number
  /** How long a socket is kept on which an answer went out before the body had come in. */
  readonly lingerMs: number
  /** And how large such a body may be; a larger one, or one without an end in sight, is cut off with the answer. */
  readonly lingerBytes: number
  /** And how many such sockets are kept at once: reading what nobody wants takes time from others. */
  readonly lingering: number
  /** How late a request is refused whose sender comes too often: a loop then costs them more than us. */
  readonly lateMs: number
  /** How many refusals may be late at once; each holds a socket and what was read of its request. */
  readonly late: number
  /** How many connections may wait to be taken in: beyond, one that comes tries again after a second, whoever it is. */
  readonly backlog: number
  /** So late the turns of the event loop come when work is refused: more would only make all of it later. */
  readonly delayMs: number
  /** How often it is looked whether one of these has passed. */
  readonly sweepMs: number
}

const second = 1_000
const megabyte = 1024 * 1024

export const doorLimits: DoorLimits = {
  sockets: 25_000,
  socketsPerAddress: 2_000,
  bytes: 96 * megabyte,
  bytesPerAddress: 48 * megabyte,
  headersMs: 10 * second,
  bodyLookMs: 20 * second,
  // A fifth of a slow mobile line: the largest photo takes eleven minutes with it, the largest form two.
  bodyLeastPerSecond: 8_000,
  silentMs: 60 * second,
  lingerMs: 2 * second,
  lingerBytes: 16 * megabyte,
  lingering: 8,
  lateMs: 500,
  late: 1_000,
  backlog: 4_096,
  delayMs: 2 * second,
  sweepMs: second,
}
