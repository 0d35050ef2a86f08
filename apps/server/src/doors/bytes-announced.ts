import type { IncomingHttpHeaders } from 'node:http'

/** How many bytes of a body the headers announce; without an end in sight, infinitely many. */
export const bytesAnnounced = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY
