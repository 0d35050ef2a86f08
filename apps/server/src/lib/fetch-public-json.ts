import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { publicAddressesOf } from './public-address.ts'

/** Milliseconds for the whole answer, and bytes of it. */
const patienceMs = 8_000
const mostBytes = 4 * 1024 * 1024

/**
 * A JSON document of the open internet, that somebody named: over https, without following redirects, never from this
 * machine or its network, within bounds of time and size. Throws with a reason where that fails.
 */
export async function fetchPublicJson(address: string): Promise<unknown> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('The address does not begin with https')
  const addresses = await publicAddressesOf(url.hostname)
  // The very addresses that were looked at: asking again could be answered otherwise.
  const lookup: LookupFunction = (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family ?? 4)
  }
  const body = await new Promise<string>((resolve, reject) => {
    const asked = request(
      url,
      { lookup, headers: { accept: 'application/json' }, signal: AbortSignal.timeout(patienceMs) },
      answer => {
        if (answer.statusCode !== 200) {
          answer.destroy()
          return reject(new Error(`It was answered with ${answer.statusCode}`))
        }
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > mostBytes) answer.destroy(new Error('The answer is too long'))
          else parts.push(part)
        })
        answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
        answer.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end()
  })
  return JSON.parse(body)
}
