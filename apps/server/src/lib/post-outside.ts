import { lookup as lookUp } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { publicAddressesOf } from './public-address.ts'

export type Post = {
  readonly address: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Also without https, to this machine and its network. */
  readonly allowPrivate: boolean
  /** Milliseconds for the whole of it. */
  readonly patienceMs: number
  /** Bytes of the answer that are read; the rest is of no interest. */
  readonly mostBytes: number
  readonly find?: FindAddresses
}
export type FindAddresses = (host: string) => Promise<{ address: string; family: number }[]>

/**
 * Posts to an address that somebody named, without following redirects. Where its host leads is looked up first, and the connection
 * goes to what was looked up: asking again could be answered otherwise. Throws with a reason where no answer came; every
 * status is an answer.
 */
export async function postOutside(post: Post): Promise<{ status: number; beginning: string }> {
  const { address, allowPrivate, patienceMs, find = findAll } = post
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new Error('The address does not begin with https')
  const late = AbortSignal.timeout(patienceMs)
  const whenLate = new Promise<never>((_, reject) =>
    late.addEventListener(
      'abort',
      () => reject(new Error(`No answer within ${patienceMs / 1_000} seconds`)),
      {
        once: true,
      },
    ),
  )
  const send = async () => {
    const addresses = allowPrivate ? undefined : await publicAddressesOf(url.hostname, find)
    late.throwIfAborted()
    return exchange(url, post, late, addresses)
  }
  return Promise.race([send(), whenLate])
}

const findAll: FindAddresses = host => lookUp(host, { all: true })

function exchange(
  url: URL,
  { body, headers, mostBytes }: Post,
  signal: AbortSignal,
  addresses: { address: string; family: number }[] | undefined,
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; beginning: string }>()
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const asked = request(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: one that is kept could have been opened to another address.
      agent: false,
      signal,
      ...(addresses ? { lookup: leadsTo(addresses) } : {}),
    },
    answer => {
      const parts: Buffer[] = []
      let bytes = 0
      const done = () => {
        resolve({
          status: answer.statusCode ?? 0,
          beginning: Buffer.concat(parts).subarray(0, mostBytes).toString('utf8'),
        })
        answer.destroy()
      }
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes >= mostBytes) done()
      })
      answer.on('end', done)
      answer.on('error', reject)
    },
  )
  asked.on('error', reject)
  asked.end(body)
  return promise
}

const leadsTo =
  (addresses: { address: string; family: number }[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family ?? 4)
  }
