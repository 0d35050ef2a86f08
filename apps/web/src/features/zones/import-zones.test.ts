import { expect, it, vi } from 'vitest'
import { importZones, inBatches, toImport } from './import-zones.ts'
import { readZoneFile } from './read-zone-file.ts'

const ring = [
  [77, 28],
  [77.01, 28],
  [77.01, 28.01],
  [77, 28],
]
const feature = (name: string | null, coordinates: unknown) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates },
})
const fileOf = (text: string, name = 'zones.geojson') => new File([text], name)
const collection = (...features: unknown[]) => fileOf(JSON.stringify({ type: 'FeatureCollection', features }))

it('reads good and bad features of a file apart', async () => {
  const swapped = ring.map(([lng = 0, lat = 0]) => [lat, lng + 90])
  const read = await readZoneFile(
    collection(feature('Yard', [ring]), feature('Swapped', [swapped]), feature('Open', [ring.slice(0, 3)])),
  )
  if ('code' in read) throw new Error(read.code)
  expect(read.zones.map(it => it.name)).toEqual(['Yard'])
  expect(read.refused.map(it => [it.name, it.code])).toEqual([
    ['Swapped', 'coordinates_swapped'],
    ['Open', 'not_closed'],
  ])
})

it('tells KML by what is in the file, not by its name', async () => {
  const kml = `<kml><Placemark><name>Pier</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring
    .map(it => it.join(','))
    .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
  expect(await readZoneFile(fileOf(`\n${kml}`, 'zones.json'))).toMatchObject({
    zones: [{ name: 'Pier' }],
    refused: [],
  })
})

it('does not even open a file that is too large', async () => {
  const text = vi.fn(async () => '')
  const read = await readZoneFile({ name: 'zones.kml', size: 100 * 1024 * 1024, text })
  expect(read).toMatchObject({ code: 'too_large_file' })
  expect(text).not.toHaveBeenCalled()
})

const zoneNamed = (name: string, points = 3) =>
  toImport({
    index: 4,
    name,
    description: null,
    shape: {
      boundary: 'polygon',
      points: Array.from({ length: points }, (_, n) => ({ lat: n / 1e9, lng: 77.123456789 })),
    },
  })

it('sends no more at once than a request holds', () => {
  expect(inBatches(Array.from({ length: 60 }, () => zoneNamed('Small'))).map(it => it.length)).toEqual([
    25, 25, 10,
  ])
  const large = inBatches(Array.from({ length: 9 }, () => zoneNamed('Large', 2_000)))
  expect(large.length).toBeGreaterThan(1)
  for (const batch of large) expect(JSON.stringify(batch).length).toBeLessThan(1_000_000)
})

it('counts what was made, names what was refused, and says how far it is', async () => {
  const zones = [...Array.from({ length: 26 }, (_, n) => zoneNamed(`Zone ${n}`)), zoneNamed('')]
  const progress = vi.fn()
  const flat = { code: 'no_area' as const, message: 'The shape encloses no area.', at: null }
  const create = vi.fn(async ({ zones: sent }: { zones: { requestId: string; name: string }[] }) => ({
    results: sent.map(({ requestId, name }) => ({
      requestId,
      zoneId: name === 'Zone 3' ? null : requestId,
      problems: name === 'Zone 3' ? [flat] : [],
    })),
  }))
  expect(await importZones(create, zones, progress)).toEqual({
    made: 26,
    refused: [{ name: 'Zone 3', problems: [flat] }],
  })
  expect(progress.mock.calls).toEqual([[25], [27]])
  // A zone without a name is called by its place in the file.
  expect(create.mock.calls[1]?.[0].zones.at(-1)?.name).toBe('Zone 5')
})
