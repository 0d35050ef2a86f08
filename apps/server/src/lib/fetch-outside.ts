import { request as overHttp, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FindAddresses, FoundAddress } from './public-address.ts'

export type OutsideRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Resolves a host to the permitted addresses; the system's resolver by default. */
  readonly findAddresses?: FindAddresses | undefined
  /** Timeout in milliseconds for the whole request, from the lookup to the last byte. */
  readonly patienceMs: number
  /** Maximum bytes of the body to read; with 0 only the status is returned, without waiting for the body. */
  readonly maxBytes: number
}

/** `whole` is true if the body did not exceed the limit. */
export type OutsideResponse = { readonly status: number; readonly body: Buffer; readonly whole: boolean }

/** Thrown if no response arrived within `patienceMs`. */
export class AnswerTimeoutError extends Error {}

/**
 * To a user-supplied URL, without redirects. `findAddresses` is used for the connection too, because a second lookup could differ.
 * Any status is a response. Throws AnswerTimeoutError or an error with the reason.
 */
export async function fetchOutside(url: URL, outsideRequest: OutsideRequest): Promise<OutsideResponse> {
  const { findAddresses, patienceMs } = outsideRequest
  const timeoutSignal = AbortSignal.timeout(patienceMs)
  const timeoutRejection = new Promise<never>((_, reject) =>
    timeoutSignal.addEventListener(
      'abort',
      () => reject(new AnswerTimeoutError(`No answer within ${patienceMs / 1_000} seconds`)),
      { once: true },
    ),
  )
  const send = async () => {
    const addresses = await findAddresses?.(url.hostname)
    timeoutSignal.throwIfAborted()
    return sendRequest(url, outsideRequest, timeoutSignal, addresses)
  }
  return Promise.race([send(), timeoutRejection])
}

function sendRequest(
  url: URL,
  { method, headers, body, maxBytes }: OutsideRequest,
  signal: AbortSignal,
  addresses: readonly FoundAddress[] | undefined,
): Promise<OutsideResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<OutsideResponse>()
  const isHttps = url.protocol === 'https:'
  const options: RequestOptions = {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    // Use a separate connection: a kept-alive one could have been opened to another address.
    agent: false,
    signal,
    ...(addresses ? { lookup: createLookup(addresses) } : {}),
  }
  const outgoingRequest = (isHttps ? overHttps : overHttp)(url, options, answer => {
    const chunks: Buffer[] = []
    let receivedBytes = 0
    const finish = () => {
      resolve({
        status: answer.statusCode ?? 0,
        body: Buffer.concat(chunks).subarray(0, maxBytes),
        whole: receivedBytes <= maxBytes,
      })
      answer.destroy()
    }
    answer.on('error', reject)
    if (maxBytes === 0) return finish()
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      receivedBytes += chunk.length
      if (receivedBytes > maxBytes) finish()
    })
    answer.on('end', finish)
  })
  outgoingRequest.on('error', reject)
  outgoingRequest.end(body)
  return promise
}

/**
 * In a later turn, as a name server would: in this one, a connection without a route would fail before anybody listens, ending the
 * process.
 */
const createLookup =
  (addresses: readonly FoundAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [firstAddress] = addresses
    setImmediate(() => {
      if (options.all) done(null, [...addresses])
      else done(null, firstAddress?.address ?? '', firstAddress?.family ?? 4)
    })
  }
