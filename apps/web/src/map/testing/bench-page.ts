import type { BaseMap, ShownMap } from '@muster/contract/maps.ts'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import { createMapLibre } from '../maplibre/create-maplibre.ts'
import type { MapArea, MapContent, MapPerson } from '../surface.ts'

/**
 * The page of `npm run bench -- map` (many zones and many moving people on the product's map) and of `npm run prove -- basemaps`
 * (the map over external base maps).
 */
const sizes = { zones: 500, people: 1_000 }
const middle = { lat: 28.61, lng: 77.21 }
/** Half the width of the town, in degrees. */
const reach = 0.1
/** Updates per second, each with its share of the people, because the feed batches readings. */
const updatesASecond = 4

const spread = (n: number, of: number) => ((n * 0.618_033_988_75) % 1) * of
const zones: MapArea[] = Array.from({ length: sizes.zones }, (_, n) => ({
  id: `zone ${n}`,
  name: `Zone ${n}`,
  quiet: true,
  shape: {
    boundary: 'rectangle',
    ...boxAround({
      lat: middle.lat - reach + spread(n, 2 * reach),
      lng: middle.lng - reach + (2 * reach * n) / sizes.zones,
    }),
  },
}))
let people: MapPerson[] = Array.from({ length: sizes.people }, (_, n) => ({
  id: `person ${n}`,
  name: `Person ${n}`,
  initials: `${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + ((n * 7) % 26))}`,
  state: (['inside', 'outside', 'stale'] as const)[n % 3] ?? 'unknown',
  lat: middle.lat - reach + spread(n, 2 * reach),
  lng: middle.lng - reach + (2 * reach * n) / sizes.people,
}))

/**
 * Creates the map, without content for comparison, or sets the people in motion. Resolves to the milliseconds that the map took.
 */
async function begin(isFull: boolean): Promise<number> {
  const container = document.getElementById('map')
  if (!container) throw new Error('The page has no map')
  const content = (): MapContent =>
    isFull ? { areas: zones, people, marks: [] } : { areas: [], people: [], marks: [] }
  const view = { south: 28.56, west: 77.16, north: 28.66, east: 77.26 }
  const began = performance.now()
  const surface = await createMapLibre({
    container,
    label: 'Bench',
    shown: shownMap({ kind: 'built_in' }),
    satellite: false,
    view,
    content: content(),
    dark: false,
    calm: true,
    drawing: false,
    events: { onBaseFailed: () => undefined, onBaseShown: () => undefined },
  })
  const readyMs = performance.now() - began
  let turn = 0
  const move = () => {
    turn = (turn + 1) % updatesASecond
    people = people.map((person, n) =>
      n % updatesASecond === turn
        ? { ...person, lat: person.lat + Math.sin(n + performance.now()) * 2e-4 }
        : person,
    )
    surface.show(content())
  }
  if (isFull) setInterval(move, 1_000 / updatesASecond)
  // The first frames load shapes and letters.
  await count(2)
  return Math.round(readyMs)
}

/** Resolves to the frames per second drawn by the browser. */
function count(seconds: number): Promise<number> {
  return new Promise(done => {
    const began = performance.now()
    let frames = 0
    const step = () => {
      const passed = performance.now() - began
      if (passed >= seconds * 1_000) return done(Math.round((frames / passed) * 10_000) / 10)
      frames++
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}

/** The stand-in for OpenFreeMap is the page's host, or the host given by the opener. */
const shownMap = (base: BaseMap): ShownMap => ({
  base,
  googleOrigin: '',
  openFreeMapOrigin: new URLSearchParams(window.location.search).get('openfreemap') ?? '',
  fetcher: '/map-fetch.js',
})

let failures = 0
let isDrawn = false

/** Draws the map over another base map. From then on `failures` counts how often it was reported missing. */
async function draw(base: BaseMap): Promise<void> {
  const container = document.getElementById('map')
  if (!container) throw new Error('The page has no map')
  await createMapLibre({
    container,
    label: 'Base map',
    shown: shownMap(base),
    satellite: false,
    view: { south: 28.6, west: 77.2, north: 28.61, east: 77.21 },
    content: { areas: [], people: [], marks: [] },
    dark: false,
    calm: true,
    drawing: false,
    events: { onBaseFailed: () => failures++, onBaseShown: () => undefined },
  })
  // The requests that follow once the map is ready come a moment later.
  await count(1)
  isDrawn = true
}

Object.assign(window, {
  bench: { begin, count, sizes, draw, isDrawn: () => isDrawn, failures: () => failures },
})
