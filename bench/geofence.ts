import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createZoneIndex, type ZoneIndex } from '@muster/domain/zone-index.ts'
import { processorMs } from './geofence/processor-ms.ts'
import { runTurf } from './geofence/turf.ts'
import { createRandom, createRandomPlace, createZone } from './geofence/zones.ts'
import { size } from './short-form.ts'

/** Number of zones, and of points tested with Turf. At the largest size Turf takes seconds per point, so it only gets a few. */
const SIZES = size(
  [
    { zones: 100, turfPlaces: 500 },
    { zones: 10_000, turfPlaces: 20 },
    { zones: 100_000, turfPlaces: 3 },
  ],
  [
    { zones: 10, turfPlaces: 3 },
    { zones: 20, turfPlaces: 3 },
  ],
)
const SECONDS = size(Number(process.env.BENCH_SECONDS ?? 3), 0.01)

type Figures = {
  zones: number
  vertices: number
  evaluationsPerSecond: number
  turfPerSecond: number
  turfWithBoxesPerSecond: number
  timesTurf: number
}

/**
 * Measures how many readings per second can be matched against all zones in an organisation (which zones contain or may contain
 * them, with distances), compared in the same run with Turf's point-in-polygon over all zones, which only tests containment. Also
 * measures how the time grows with the number of zones, and how much memory the zones take. Throws if the index and Turf disagree
 * about a point. Prints one line per size and returns the comparison of the largest size with the smallest. Everything runs on one
 * thread without waiting, so times are CPU times, independent of other load on the machine.
 */
export async function benchGeofence(): Promise<object> {
  const allFigures: Figures[] = []
  for (const { zones, turfPlaces } of SIZES) {
    const figures = measure(zones, turfPlaces)
    console.log(JSON.stringify(figures))
    allFigures.push(figures)
  }
  const [smallest, largest] = [allFigures[0], allFigures.at(-1)]
  if (!smallest || !largest) throw new Error('No size was measured')
  return {
    bench: 'geofence',
    timesTurf: largest.timesTurf,
    zonesGrow: largest.zones / smallest.zones,
    timeGrows: round(smallest.evaluationsPerSecond / largest.evaluationsPerSecond, 2),
  }
}

function measure(zones: number, turfPlaces: number) {
  const before = memoryBytes()
  const startedAt = processorMs()
  const index = createZoneIndex()
  let vertexCount = 0
  for (let n = 0; n < zones; n++) {
    const shape = createZone(n, zones)
    for (const rings of shape.polygons) for (const ring of rings) vertexCount += ring.length
    index.set(String(n), shape)
  }
  const buildMs = processorMs() - startedAt
  const bytes = memoryBytes() - before

  const random = createRandom(0)
  evaluate(index, zones, random, size(0.5, 0.01))
  const indexRun = evaluate(index, zones, random, SECONDS)
  const places = Array.from({ length: turfPlaces }, () => createRandomPlace(zones, random))
  const turf = runTurf(zones, places)
  places.forEach((place, n) => {
    const verdicts = index.around({ ...place, accuracyMeters: 0.01 })
    for (const { zoneId, verdict } of verdicts) {
      if (verdict.certainty === 'certain' && !turf.inside[n]?.has(Number(zoneId)))
        throw createDisagreementError(zoneId)
    }
    for (const zone of turf.inside[n] ?? []) {
      if (!verdicts.some(it => it.zoneId === String(zone))) throw createDisagreementError(String(zone))
    }
  })
  return {
    bench: 'geofence',
    zones,
    vertices: vertexCount,
    evaluationsPerSecond: Math.round(indexRun.perSecond),
    zonesFoundEach: round(indexRun.found, 2),
    turfPerSecond: round(1000 / turf.msPerPlace, 3),
    turfWithBoxesPerSecond: round(1000 / turf.msPerPlaceWithBoxes, 3),
    timesTurf: Math.round((indexRun.perSecond * turf.msPerPlace) / 1000),
    timesTurfWithBoxes: Math.round((indexRun.perSecond * turf.msPerPlaceWithBoxes) / 1000),
    replaceUs: round(measureReplaceUs(index, zones), 1),
    buildMs: Math.round(buildMs),
    memoryMb: round(bytes / 1_048_576, 1),
    bytesPerVertex: round(bytes / vertexCount, 1),
  }
}

function evaluate(index: ZoneIndex, zones: number, random: () => number, seconds: number) {
  // The readings are created first, so that only the matching is measured.
  const readings = Array.from({ length: 50_000 }, () => ({
    ...createRandomPlace(zones, random),
    accuracyMeters: 3 + 17 * random(),
  }))
  let readingCount = 0
  let hitCount = 0
  const endsAt = performance.now() + seconds * 1000
  const startedAt = processorMs()
  while (performance.now() < endsAt) {
    for (let n = 0; n < 1_000; n++) {
      const reading = readings[readingCount++ % readings.length]
      if (reading) hitCount += index.around(reading).length
    }
  }
  return { perSecond: (readingCount * 1000) / (processorMs() - startedAt), found: hitCount / readingCount }
}

/** Returns the microseconds it takes to replace the shape of a zone, including the preparation of the new one. */
function measureReplaceUs(index: ZoneIndex, zones: number): number {
  const shapes = Array.from({ length: 200 }, (_, n) => createZone((n * 7919) % zones, zones))
  const startedAt = processorMs()
  shapes.forEach((shape, n) => {
    index.set(String((n * 7919) % zones), shape)
  })
  return ((processorMs() - startedAt) * 1000) / shapes.length
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function memoryBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))
const createDisagreementError = (zone: string) => new Error(`Turf and the index disagree about zone ${zone}`)
