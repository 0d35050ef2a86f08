import { expect, it } from 'vitest'
import { toCurrentAddress } from './current-address.ts'

it.each([
  ['POST', '/rpc/hazards/countAll', '/rpc/hazards/count'],
  ['POST', '/rpc/hazards/list', '/rpc/hazards/list'],
  ['GET', '/api/zones/1/hazards', '/api/hazards?zoneId=1'],
  ['GET', '/api/zones/1/documents?sort=newest&limit=5', '/api/documents?zoneId=1&sort=newest&limit=5'],
  ['GET', '/api/zones/1/groups/count', '/api/groups/count?zoneId=1'],
  ['POST', '/api/zones/1/hazards', '/api/zones/1/hazards'],
  ['GET', '/api/zones/1/hazards/2', '/api/zones/1/hazards/2'],
  ['GET', '/api/zones/1/documents/usage', '/api/zones/1/documents/usage'],
])('%s %s is served at %s', (method, url, address) => {
  expect(toCurrentAddress({ method, url })).toBe(address)
})
