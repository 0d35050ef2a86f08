import { expect, it } from 'vitest'
import { createMapFetcher } from './map-fetcher.ts'

const startTime = Date.parse('2027-03-01T08:00:00Z')
const tileOrigin = 'https://tiles.example'
const readTicket = (address: string) =>
  new URL(address, 'https://muster.example').searchParams.get('preview') ?? ''

it("the worker may fetch from the current map's hosts, and another map has another address", () => {
  const fetcher = createMapFetcher('secret')
  expect(fetcher.policy([tileOrigin], undefined)).toBe(`default-src 'none'; connect-src 'self' ${tileOrigin}`)
  expect(fetcher.address([tileOrigin])).not.toBe(fetcher.address(['https://other.example']))
})

it("a preview may fetch from its own hosts, for a while, and only with this installation's signature", () => {
  let now = startTime
  const fetcher = createMapFetcher('secret', () => now)
  const ticket = readTicket(fetcher.previewAddress([tileOrigin]))
  const closedPolicy = "default-src 'none'; connect-src 'self'"
  expect(fetcher.policy(['https://saved.example'], ticket)).toBe(`${closedPolicy} ${tileOrigin}`)
  expect(createMapFetcher('another', () => now).policy([], ticket)).toBe(closedPolicy)
  const forged = Buffer.from(JSON.stringify({ origins: ['https://evil.example'], until: startTime * 2 }))
  expect(fetcher.policy([], `${forged.toString('base64url')}.${ticket.split('.')[1]}`)).toBe(closedPolicy)
  expect(fetcher.policy([], 'nonsense')).toBe(closedPolicy)
  now += 16 * 60_000
  expect(fetcher.policy([], ticket)).toBe(closedPolicy)
})
