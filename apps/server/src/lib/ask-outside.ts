import { request as overHttp, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FindAddresses, FoundAddress } from './public-address.ts'

export type Question = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Finds the addresses of a host that may be connected to; by default those found by the system. */
  readonly addressesOf?: FindAddresses | undefined
  /** Timeout in milliseconds for everything, from the lookup to the last byte. */
  readonly patienceMs: number
  /** Maximum number of body bytes to read; with 0 only the status counts, and the body is not awaited. */
  readonly mostBytes: number
}

/** A response from outside; `whole` means that the body was within the limit. */
export type OutsideAnswer = { readonly status: number; readonly body: Buffer; readonly whole: boolean }

/** Thrown when no response came within `patienceMs`. */
export class AnswerTimeoutError extends Error {}

/**
 * Sends a request to an address that a person entered, without following redirects. The host is resolved first and the connection
 * uses the result, because a second lookup could differ. Every status is a response; throws with a reason when none came.
 */
export async function askOutside(url: URL, question: Question): Promise<OutsideAnswer> {
  const { addressesOf, patienceMs } = question
  const late = AbortSignal.timeout(patienceMs)
  const whenLate = new Promise<never>((_, reject) =>
    late.addEventListener(
      'abort',
      () => reject(new AnswerTimeoutError(`No answer within ${patienceMs / 1_000} seconds`)),
      { once: true },
    ),
  )
  const ask = async () => {
    const addresses = await addressesOf?.(url.hostname)
    late.throwIfAborted()
    return exchange(url, question, late, addresses)
  }
  return Promise.race([ask(), whenLate])
}

function exchange(
  url: URL,
  { method, headers, body, mostBytes }: Question,
  signal: AbortSignal,
  addresses: readonly FoundAddress[] | undefined,
): Promise<OutsideAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>()
  const secure = url.protocol === 'https:'
  const options: RequestOptions = {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    // Uses a new connection: a kept one could lead to another address.
    agent: false,
    signal,
    ...(addresses ? { lookup: lookupOf(addresses) } : {}),
  }
  const asked = (secure ? overHttps : overHttp)(url, options, answer => {
    const parts: Buffer[] = []
    let bytes = 0
    const done = () => {
      resolve({
        status: answer.statusCode ?? 0,
        body: Buffer.concat(parts).subarray(0, mostBytes),
        whole: bytes <= mostBytes,
      })
      answer.destroy()
    }
    answer.on('error', reject)
    if (mostBytes === 0) return done()
    answer.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes > mostBytes) done()
    })
    answer.on('end', done)
  })
  asked.on('error', reject)
  asked.end(body)
  return promise
}

/**
 * Returns the earlier lookup in a later turn of the event loop, like a real lookup. In the same turn, a connection without a route
 * would fail before the request listens for errors, and an unhandled error event ends the process.
 */
const lookupOf =
  (addresses: readonly FoundAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    setImmediate(() => {
      if (options.all) done(null, [...addresses])
      else done(null, first?.address ?? '', first?.family ?? 4)
    })
  }
