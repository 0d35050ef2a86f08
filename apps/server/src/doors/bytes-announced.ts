import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CountedMessage } from './counted-message.ts'

const isChunked = (headers: IncomingHttpHeaders) => headers['transfer-encoding'] !== undefined

/** How many bytes of a body the headers announce; without an end in sight, infinitely many. */
export const bytesAnnounced = (headers: IncomingHttpHeaders): number =>
  isChunked(headers) ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)

/** What is known of a request's body before it is read. */
export type Announced = {
  readonly headers: IncomingHttpHeaders
  readonly routeOptions: { readonly bodyLimit: number }
  readonly raw: IncomingMessage
}

/** What somebody may bring who does not say who they are, nor how much it is: some proxies pass on bodies like that. */
const NAMELESS_MOST = 64 * 1024

/** How many bytes of a body are read at most. */
export const mostBytes = ({ headers, routeOptions }: Omit<Announced, 'raw'>): number =>
  isChunked(headers) && headers.authorization === undefined
    ? Math.min(NAMELESS_MOST, routeOptions.bodyLimit)
    : routeOptions.bodyLimit

/** How many bytes of a body are paid for before it is read: as many as it announces, and no more than are read of it. */
export const bytesAhead = (request: Announced): number =>
  isChunked(request.headers) ? 0 : Math.min(bytesAnnounced(request.headers), mostBytes(request))

/** Has the bytes of a body that does not say how long it is paid for as they come. To be called once it is known by whom. */
export function payAsItComes({ headers, raw }: Announced, pay: (bytes: number) => void): void {
  if (!isChunked(headers) || !(raw instanceof CountedMessage)) return
  // Some of it came with the headers.
  if (raw.bodyBytes > 0) pay(raw.bodyBytes)
  raw.onBytes = pay
}
