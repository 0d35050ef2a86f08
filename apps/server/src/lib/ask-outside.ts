import { request as overHttp, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FindAddresses, FoundAddress } from './public-address.ts'

export type Question = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The addresses of a host that may be connected to; without it those that the system finds. */
  readonly addressesOf?: FindAddresses | undefined
  /** Milliseconds for everything, from the look-up to the last byte. */
  readonly patienceMs: number
  /** Bytes of the body that are read; with 0 the status is the answer, and the body is not waited for. */
  readonly mostBytes: number
}

/** `whole`: the answer had no more than the bytes that were to be read. */
export type OutsideAnswer = { readonly status: number; readonly body: Buffer; readonly whole: boolean }

/** No answer came within `patienceMs`. */
export class AnswerTimeoutError extends Error {}

/**
 * Asks an address that somebody named, without following redirects. Its host is looked up first, and the connection goes to
 * what was found: asking again could be answered otherwise. Every status is an answer; throws with a reason where none came.
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
    // A connection of its own: one that is kept could have been opened to another address.
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
 * Answers with what was looked up before, but in a later turn, as a name server does. Answered in the same turn, a connection
 * without a route fails before the request listens for its errors, and an error without a listener ends the process.
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
