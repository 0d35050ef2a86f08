import { askOutside } from './ask-outside.ts'
import { type FindAddresses, publicAddressesOf } from './public-address.ts'

/** Milliseconds for the whole answer, and bytes of it. */
const PATIENCE_MS = 8_000
const MOST_BYTES = 4 * 1024 * 1024

/**
 * A JSON document of the open internet, that somebody named: over https, without following redirects, never from this
 * machine or its network, within bounds of time and size. Throws with a reason where that fails.
 */
export async function fetchPublicJson(
  address: string,
  { find, patienceMs = PATIENCE_MS }: { find?: FindAddresses; patienceMs?: number } = {},
): Promise<unknown> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('The address does not begin with https')
  const { status, body, whole } = await askOutside(url, {
    method: 'GET',
    headers: { accept: 'application/json' },
    addressesOf: host => publicAddressesOf(host, find),
    patienceMs,
    mostBytes: MOST_BYTES,
  })
  if (status !== 200) throw new Error(`It was answered with ${status}`)
  if (!whole) throw new Error('The answer is too long')
  return JSON.parse(body.toString('utf8'))
}
