import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CountedMessage } from './counted-message.ts'

const isChunked = (headers: IncomingHttpHeaders) => headers['transfer-encoding'] !== undefined

/** Returns the announced size of a body in bytes; infinite without an announced length. */
export const readAnnouncedBytes = (headers: IncomingHttpHeaders): number =>
  isChunked(headers) ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)

/** The data about a request's body that is known before the body is read. */
export type AnnouncedRequest = {
  readonly headers: IncomingHttpHeaders
  readonly routeOptions: { readonly bodyLimit: number }
  readonly raw: IncomingMessage
}

/** Maximum body size for unidentified callers without an announced length: some proxies forward bodies like that. */
const MAX_UNANNOUNCED_BYTES = 64 * 1024

/** Returns the maximum number of body bytes that are read. */
export const readMaxBytes = ({ headers, routeOptions }: Omit<AnnouncedRequest, 'raw'>): number =>
  isChunked(headers) && headers.authorization === undefined
    ? Math.min(MAX_UNANNOUNCED_BYTES, routeOptions.bodyLimit)
    : routeOptions.bodyLimit

/** Returns the body bytes charged before reading: the announced size, up to the maximum that is read. */
export const estimateBytes = (request: AnnouncedRequest): number =>
  isChunked(request.headers) ? 0 : Math.min(readAnnouncedBytes(request.headers), readMaxBytes(request))

/** Charges the bytes of a body without an announced length as they arrive. Call it once the payer is known. */
export function chargeAsReceived({ headers, raw }: AnnouncedRequest, charge: (bytes: number) => void): void {
  if (!isChunked(headers) || !(raw instanceof CountedMessage)) return
  // Charge the part that arrived with the headers.
  if (raw.bodyBytes > 0) charge(raw.bodyBytes)
  raw.onBytes = charge
}
