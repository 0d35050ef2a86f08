import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CountedMessage } from './counted-message.ts'

const isChunked = (headers: IncomingHttpHeaders) => headers['transfer-encoding'] !== undefined

/** Returns the announced size of a body in bytes: infinity for a chunked body, 0 if no body is announced. */
export const readAnnouncedBytes = (headers: IncomingHttpHeaders): number =>
  isChunked(headers) ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)

/** The parts of a request that are known before its body is read. */
export type AnnouncedRequest = {
  readonly headers: IncomingHttpHeaders
  readonly routeOptions: { readonly bodyLimit: number }
  readonly raw: IncomingMessage
}

/** For a body without an announced length from an unidentified caller. Some proxies forward bodies without one. */
const MAX_UNANNOUNCED_BYTES = 64 * 1024

export const readMaxBytes = ({ headers, routeOptions }: Omit<AnnouncedRequest, 'raw'>): number =>
  isChunked(headers) && headers.authorization === undefined
    ? Math.min(MAX_UNANNOUNCED_BYTES, routeOptions.bodyLimit)
    : routeOptions.bodyLimit

/** Returns the announced size, up to the maximum that is read; 0 without an announced length. */
export const estimateBytes = (request: AnnouncedRequest): number =>
  isChunked(request.headers) ? 0 : Math.min(readAnnouncedBytes(request.headers), readMaxBytes(request))

/** Charges the bytes of a body without an announced length as they arrive. Call this once it is known whom to charge. */
export function chargeAsReceived({ headers, raw }: AnnouncedRequest, charge: (bytes: number) => void): void {
  if (!isChunked(headers) || !(raw instanceof CountedMessage)) return
  // Charge the part of the body that arrived with the headers.
  if (raw.bodyBytes > 0) charge(raw.bodyBytes)
  raw.onBytes = charge
}
