import { fetchOutside } from './fetch-outside.ts'
import { type FindAddresses, findPublicAddresses } from './public-address.ts'

/** Timeout in milliseconds, and maximum bytes, of the whole response. */
const TIMEOUT_MS = 8_000
const MAX_BYTES = 4 * 1024 * 1024

/**
 * User-supplied: https, no redirects, never this machine or its network, limited time and size. Throws, also for any status but 200.
 */
export async function fetchPublicJson(
  address: string,
  { find, patienceMs = TIMEOUT_MS }: { find?: FindAddresses; patienceMs?: number } = {},
): Promise<unknown> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('The address does not begin with https')
  const { status, body, whole } = await fetchOutside(url, {
    method: 'GET',
    headers: { accept: 'application/json' },
    findAddresses: host => findPublicAddresses(host, find),
    patienceMs,
    maxBytes: MAX_BYTES,
  })
  if (status !== 200) throw new Error(`It was answered with ${status}`)
  if (!whole) throw new Error('The answer is too long')
  return JSON.parse(body.toString('utf8'))
}
