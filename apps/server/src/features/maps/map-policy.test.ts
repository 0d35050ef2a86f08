import { expect, it } from 'vitest'
import { mapPolicy } from './map-policy.ts'

const setting = { origins: [], googleKey: null, googleOrigin: 'https://maps.googleapis.com' }
const opened = (policy: ReturnType<typeof mapPolicy>) => Object.values(policy).flat()

it('the built-in map opens nothing, whatever else is stored', () => {
  const base = { kind: 'built_in' } as const
  expect(
    opened(mapPolicy({ ...setting, base, origins: ['https://old.example'], googleKey: 'k'.repeat(20) })),
  ).toEqual([])
})

it('tiles of a host are fetched from that host, and no script comes from it', () => {
  expect(mapPolicy({ ...setting, base: { kind: 'openfreemap' } })).toEqual({
    script: [],
    style: [],
    font: [],
    img: [],
    connect: ['https://tiles.openfreemap.org'],
    worker: [],
  })
})

it('a style opens its own host and those it names', () => {
  const base = { kind: 'style', url: 'https://a.example/style.json?key=1', satelliteUrl: null } as const
  const policy = mapPolicy({ ...setting, base, origins: ['https://tiles.example', 'https://a.example'] })
  expect(opened(policy)).toEqual(['https://a.example', 'https://tiles.example'])
})

it('what would break the policy, or open it for all, is left out of it', () => {
  const base = { kind: 'style', url: 'https://a.example/s.json', satelliteUrl: null } as const
  const origins = ['https://x;sandbox', 'https://x,y', 'https://*', 'https://tiles.example']
  expect(mapPolicy({ ...setting, base, origins }).connect).toEqual([
    'https://a.example',
    'https://tiles.example',
  ])
  const odd = { kind: 'pmtiles', url: 'https://a;b/x.pmtiles' } as const
  expect(opened(mapPolicy({ ...setting, base: odd }))).toEqual([])
})

it('a file of our own opens nothing', () => {
  expect(opened(mapPolicy({ ...setting, base: { kind: 'pmtiles', url: '/map-files/a.pmtiles' } }))).toEqual(
    [],
  )
})

it('Google opens nothing while there is no key', () => {
  const base = { kind: 'google' } as const
  expect(opened(mapPolicy({ ...setting, base }))).toEqual([])
  expect(mapPolicy({ ...setting, base, googleKey: 'k'.repeat(20) }).script).toEqual([
    'https://maps.googleapis.com',
  ])
})
