import { describe, expect, it, vi } from 'vitest'
import { toBatches } from '../../../lib/import-file.ts'
import { createZip } from '../../../testing/create-zip.ts'
import { readZonesToImport, toZoneToImport } from './import-zones.ts'
import { readZoneFile } from './read-zone-file.ts'

const ring = [
  [77, 28],
  [77.01, 28],
  [77.01, 28.01],
  [77, 28],
]
const aFeature = (name: string | null, coordinates: unknown) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates },
})
const aFile = (text: string, name = 'zones.geojson') => new File([text], name)
const aCollection = (...features: unknown[]) => aFile(JSON.stringify({ type: 'FeatureCollection', features }))

it('separates valid and invalid features of a file', async () => {
  const swappedRing = ring.map(([lng = 0, lat = 0]) => [lat, lng + 90])
  const zoneFile = await readZoneFile(
    aCollection(
      aFeature('Yard', [ring]),
      aFeature('Swapped', [swappedRing]),
      aFeature('Line', [ring.slice(0, 2)]),
    ),
  )
  if ('code' in zoneFile) throw new Error(zoneFile.code)
  expect(zoneFile.zones.map(it => it.name)).toEqual(['Yard'])
  expect(zoneFile.refused.map(it => [it.name, it.code])).toEqual([
    ['Swapped', 'coordinates_swapped'],
    ['Line', 'too_few_points'],
  ])
})

it('detects KML by content, not by file name', async () => {
  const kml = `<kml><Placemark><name>Pier</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring
    .map(it => it.join(','))
    .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
  expect(await readZoneFile(aFile(`\n${kml}`, 'zones.json'))).toMatchObject({
    zones: [{ name: 'Pier' }],
    refused: [],
  })
})

it('rejects a file that is too large without opening it', async () => {
  const arrayBuffer = vi.fn(async () => new ArrayBuffer(0))
  const zoneFile = await readZoneFile({ name: 'zones.kml', size: 100 * 1024 * 1024, arrayBuffer })
  expect(zoneFile).toMatchObject({ code: 'too_large_file' })
  expect(arrayBuffer).not.toHaveBeenCalled()
})

describe('a KMZ', () => {
  const aKml = (name: string) =>
    `<kml><Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring
      .map(it => it.join(','))
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
  const readArchive = (bytes: Buffer<ArrayBuffer>) => readZoneFile(new File([bytes], 'zones.kmz'))
  const readZoneName = async (files: Record<string, string | Uint8Array>) => {
    const zoneFile = await readArchive(createZip(files))
    return 'code' in zoneFile ? zoneFile.code : zoneFile.zones.map(({ name }) => name).join()
  }

  it('is read from its doc.kml, otherwise from the first KML in it', async () => {
    const picture = new Uint8Array(2_000).map((_, n) => n)
    expect(
      await readZoneName({ 'a.kml': aKml('Other'), 'files/pin.png': picture, 'doc.kml': aKml('Pier') }),
    ).toBe('Pier')
    expect(
      await readZoneName({ '__MACOSX/._b.kml': 'x', 'sub/B.KML': aKml('First'), 'c.kml': aKml('Second') }),
    ).toBe('First')
  })

  it('is also read if packed differently: not deflated, with a comment at the end', async () => {
    // This file was created by Python's zipfile module.
    const base64 =
      'UEsDBBQAAAAAAAAAIQDx8Ng8tAAAALQAAAAHAAAAZG9jLmttbDxrbWw+PFBsYWNlbWFyaz48bmFtZT5QaWVyPC9uYW1lPjxQb2x5' +
      'Z29uPjxvdXRlckJvdW5kYXJ5SXM+PExpbmVhclJpbmc+PGNvb3JkaW5hdGVzPjc3LDI4IDc4LDI4IDc4LDI5IDc3LDI4PC9jb29y' +
      'ZGluYXRlcz48L0xpbmVhclJpbmc+PC9vdXRlckJvdW5kYXJ5SXM+PC9Qb2x5Z29uPjwvUGxhY2VtYXJrPjwva21sPlBLAQIUAxQA' +
      'AAAAAAAAIQDx8Ng8tAAAALQAAAAHAAAAAAAAAAAAAACAAQAAAABkb2Mua21sUEsFBgAAAAABAAEANQAAANkAAAAHAGJ5IGhhbmQ='
    const zoneFile = await readArchive(Buffer.from(base64, 'base64'))
    expect(zoneFile).toMatchObject({ zones: [{ name: 'Pier' }] })
  })

  it('is rejected if it is damaged, protected or not a KMZ', async () => {
    const validArchive = createZip({ 'doc.kml': aKml('Pier') })
    expect(await readZoneName({ 'report.txt': 'x' })).toBe('no_kml_in_kmz')
    expect(await readZoneName({ 'doc.kml': '<gpx/>' })).toBe('not_kml')
    const directoryOffset = validArchive.indexOf('PK\x01\x02')
    const replaceByte = (at: number, value: number) => {
      const bytes = Buffer.from(validArchive)
      bytes[at] = value
      return bytes
    }
    const brokenArchives = [
      validArchive.subarray(0, 80),
      validArchive.subarray(0, directoryOffset),
      replaceByte(directoryOffset, 0),
      replaceByte(directoryOffset + 8, 1),
      replaceByte(directoryOffset + 10, 12),
      replaceByte(directoryOffset + 45, 0x7f),
      replaceByte(45, 0xff),
    ]
    for (const bytes of brokenArchives)
      expect(await readArchive(Buffer.from(bytes))).toMatchObject({ code: 'not_kmz' })
  })

  it('is no longer unpacked after ten megabytes, even if it contains gigabytes', async () => {
    const zipBomb = createZip({ 'doc.kml': new Uint8Array(128 * 1024 * 1024) })
    expect(zipBomb.length).toBeLessThan(1024 * 1024)
    const memoryBefore = process.memoryUsage().arrayBuffers
    expect(await readArchive(zipBomb)).toMatchObject({ code: 'too_large_file' })
    expect(process.memoryUsage().arrayBuffers - memoryBefore).toBeLessThan(60 * 1024 * 1024)
  })
})

const aNamedZone = (name: string, points = 3) =>
  toZoneToImport({
    index: 4,
    notes: [],
    name,
    description: null,
    shape: {
      boundary: 'polygon',
      points: Array.from({ length: points }, (_, n) => ({ lat: n / 1e9, lng: 77.123456789 })),
    },
  })

it('splits the zones into batches that fit into a request', () => {
  const split = (zones: ReturnType<typeof aNamedZone>[]) =>
    toBatches(zones, 25, ({ form: { shape } }) => JSON.stringify(shape).length)
  expect(split(Array.from({ length: 60 }, () => aNamedZone('Small'))).map(it => it.length)).toEqual([
    25, 25, 10,
  ])
  const largeBatches = split(Array.from({ length: 9 }, () => aNamedZone('Large', 2_000)))
  expect(largeBatches.length).toBeGreaterThan(1)
  for (const batch of largeBatches) expect(JSON.stringify(batch).length).toBeLessThan(1_000_000)
})

it('names zones without a name after their position, and says which features are no zones', async () => {
  const features = [aFeature('', [ring]), aFeature(null, [ring.slice(0, 2)])]
  const progress = vi.fn()
  const file = await readZonesToImport(aCollection(...features), progress)
  if ('problem' in file) throw new Error(file.problem)
  expect(file.rows.map(it => [it.line, it.name, it.form.name])).toEqual([[0, 'Zone 1', 'Zone 1']])
  expect(file.skipped).toMatchObject([{ line: 1, name: 'Feature 2' }])
  expect(JSON.parse(file.format(file.skipped)).features).toMatchObject([
    { properties: { reason: 'A ring needs at least three different points.' } },
  ])
  expect(progress).toHaveBeenCalledWith(0)
})
