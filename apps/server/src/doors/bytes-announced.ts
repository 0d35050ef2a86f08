import type { IncomingHttpHeaders } from 'node:http'

/** How many bytes of a body the headers announce; without an end in sight, infinitely many. */
export const bytesAnnounced = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY

/** What is known of a request's body before it is read. */
export type Announced = {
  readonly headers: IncomingHttpHeaders
  readonly routeOptions: { readonly bodyLimit: number }
}

/** What somebody may bring who does not say who they are, nor how much it is: some proxies pass on bodies like that. */
const NAMELESS_MOST = 64 * 1024

/** How many bytes of a body are read at most. */
export const mostBytes = ({ headers, routeOptions }: Announced): number =>
  headers['transfer-encoding'] !== undefined && headers.authorization === undefined
    ? Math.min(NAMELESS_MOST, routeOptions.bodyLimit)
    : routeOptions.bodyLimit

/** How many bytes of a body a request may bring: as many as it announces, and no more than are read of it. */
export const bytesToRead = (request: Announced): number =>
  Math.min(bytesAnnounced(request.headers), mostBytes(request))
