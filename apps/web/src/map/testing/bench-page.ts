import type { BaseMap, ShownMap } from '@muster/contract/maps.ts'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import { createMapLibreSurface } from '../maplibre/create-maplibre.ts'
import type { MapArea, MapContent, MapPerson } from '../surface.ts'

/**
 * The page of `npm run bench -- map` (many zones and many moving people on the product's map) and of `npm run prove -- basemaps`
 * (the map over external base maps).
 */

const counts = { zones: 500, people: 1_000 }
const centre = { lat: 28.61, lng: 77.21 }
/** Half the width of the town, in degrees. */
const spreadDegrees = 0.1
/** Updates per second, each of which moves part of the people, because the feed batches readings. */
const updatesPerSecond = 4

const distribute = (n: number, range: number) => ((n * 0.618_033_988_75) % 1) * range
const zones: MapArea[] = Array.from({ length: counts.zones }, (_, n) => ({
  id: `zone ${n}`,
  name: `Zone ${n}`,
  quiet: true,
  shape: {
    boundary: 'rectangle',
    ...boxAround({
      lat: centre.lat - spreadDegrees + distribute(n, 2 * spreadDegrees),
      lng: centre.lng - spreadDegrees + (2 * spreadDegrees * n) / counts.zones,
    }),
  },
}))
let people: MapPerson[] = Array.from({ length: counts.people }, (_, n) => ({
  id: `person ${n}`,
  name: `Person ${n}`,
  initials: `${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + ((n * 7) % 26))}`,
  state: (['inside', 'outside', 'stale'] as const)[n % 3] ?? 'unknown',
  lat: centre.lat - spreadDegrees + distribute(n, 2 * spreadDegrees),
  lng: centre.lng - spreadDegrees + (2 * spreadDegrees * n) / counts.people,
}))

/**
 * Creates the map. If `isFull`, it has content and its people are set in motion; otherwise it is empty, for comparison. Resolves to
 * the milliseconds until the map was ready.
 */
async function startBench(isFull: boolean): Promise<number> {
  const container = document.getElementById('map')
  if (!container) throw new Error('The page has no map')
  const createContent = (): MapContent =>
    isFull ? { areas: zones, people, marks: [] } : { areas: [], people: [], marks: [] }
  const view = { south: 28.56, west: 77.16, north: 28.66, east: 77.26 }
  const startedAt = performance.now()
  const surface = await createMapLibreSurface({
    container,
    label: 'Bench',
    shown: createShownMap({ kind: 'built_in' }),
    satellite: false,
    view,
    content: createContent(),
    dark: false,
    calm: true,
    drawing: false,
    events: { onBaseFailed: () => undefined, onBaseShown: () => undefined },
  })
  const readyMs = performance.now() - startedAt
  let updateIndex = 0
  const movePeople = () => {
    updateIndex = (updateIndex + 1) % updatesPerSecond
    people = people.map((person, n) =>
      n % updatesPerSecond === updateIndex
        ? { ...person, lat: person.lat + Math.sin(n + performance.now()) * 2e-4 }
        : person,
    )
    surface.show(createContent())
  }
  if (isFull) setInterval(movePeople, 1_000 / updatesPerSecond)
  // The first frames still load shapes and glyphs, so they are not measured.
  await measureFps(2)
  return Math.round(readyMs)
}

/** Resolves to the frames per second drawn by the browser. */
function measureFps(seconds: number): Promise<number> {
  return new Promise(done => {
    const startedAt = performance.now()
    let frames = 0
    const step = () => {
      const elapsedMs = performance.now() - startedAt
      if (elapsedMs >= seconds * 1_000) return done(Math.round((frames / elapsedMs) * 10_000) / 10)
      frames++
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}

/** Returns the settings for a base map. A stand-in replaces OpenFreeMap: the page's host, or the host in the page's URL. */
const createShownMap = (base: BaseMap): ShownMap => ({
  base,
  googleOrigin: '',
  openFreeMapOrigin: new URLSearchParams(window.location.search).get('openfreemap') ?? '',
  fetcher: '/map-fetch.js',
})

let failures = 0
let isDrawn = false

/** Draws the map over another base map. From then on `failures` counts how often the base map was reported missing. */
async function draw(base: BaseMap): Promise<void> {
  const container = document.getElementById('map')
  if (!container) throw new Error('The page has no map')
  await createMapLibreSurface({
    container,
    label: 'Base map',
    shown: createShownMap(base),
    satellite: false,
    view: { south: 28.6, west: 77.2, north: 28.61, east: 77.21 },
    content: { areas: [], people: [], marks: [] },
    dark: false,
    calm: true,
    drawing: false,
    events: { onBaseFailed: () => failures++, onBaseShown: () => undefined },
  })
  // Some requests are only sent shortly after the map is ready.
  await measureFps(1)
  isDrawn = true
}

Object.assign(window, {
  bench: {
    begin: startBench,
    count: measureFps,
    sizes: counts,
    draw,
    isDrawn: () => isDrawn,
    failures: () => failures,
  },
})
