import { expect, it } from 'vitest'
import { listFetchedOrigins, listOrigins, mapPolicy } from './map-policy.ts'

const setting = {
  origins: [],
  googleKey: null,
  googleOrigin: 'https://maps.googleapis.com',
  openFreeMapOrigin: 'https://tiles.openfreemap.org',
}
const builtIn = { kind: 'built_in' } as const

it('the built-in map allows no hosts, whatever else is stored', () => {
  const oldSetting = {
    ...setting,
    base: builtIn,
    origins: ['https://old.example'],
    googleKey: 'k'.repeat(20),
  }
  expect(listOrigins(oldSetting)).toEqual([])
})

it("tiles of another host do not change a page's policy: only the worker that fetches them may reach it", () => {
  const openFreeMap = { ...setting, base: { kind: 'openfreemap' } } as const
  expect(mapPolicy(openFreeMap)).toEqual(mapPolicy({ ...setting, base: builtIn }))
  expect(listFetchedOrigins(openFreeMap)).toEqual(['https://tiles.openfreemap.org'])
})

it('a style allows its own host and those it names', () => {
  const base = { kind: 'style', url: 'https://a.example/style.json?key=1', satelliteUrl: null } as const
  const origins = ['https://tiles.example', 'https://a.example']
  expect(listFetchedOrigins({ ...setting, base, origins })).toEqual([
    'https://a.example',
    'https://tiles.example',
  ])
})

it('sources that would break the policy or open it for all are left out', () => {
  const base = { kind: 'style', url: 'https://a.example/s.json', satelliteUrl: null } as const
  const origins = ['https://x;sandbox', 'https://x,y', 'https://*', 'https://tiles.example']
  expect(listFetchedOrigins({ ...setting, base, origins })).toEqual([
    'https://a.example',
    'https://tiles.example',
  ])
  const malformedBase = { kind: 'pmtiles', url: 'https://a;b/x.pmtiles' } as const
  expect(listFetchedOrigins({ ...setting, base: malformedBase })).toEqual([])
})

it('a local file allows no hosts', () => {
  const base = { kind: 'pmtiles', url: '/map-files/a.pmtiles' } as const
  expect(listOrigins({ ...setting, base })).toEqual([])
})

it('Google allows no hosts without a key', () => {
  const base = { kind: 'google' } as const
  expect(listOrigins({ ...setting, base })).toEqual([])
  expect(mapPolicy({ ...setting, base, googleKey: 'k'.repeat(20) }).script).toEqual([
    'https://maps.googleapis.com',
  ])
})
