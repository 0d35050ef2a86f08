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

/** How many bytes of a body a request may bring: as many as it announces, and no more than its route reads. */
export const bytesToRead = ({ headers, routeOptions }: Announced): number =>
  Math.min(bytesAnnounced(headers), routeOptions.bodyLimit)
