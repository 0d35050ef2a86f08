import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFullTile } from './prove/basemaps/vector-tile.ts'

export type StandIn = {
  readonly origin: string
  /** Sets the behaviour from now on: respond immediately, respond late, reject with 503, or never respond. */
  behave(how: 'answers' | 'slow' | 'refuses' | 'hangs'): void
  /** The paths of all requests so far. */
  readonly asked: readonly string[]
}

/** Starts a stand-in for OpenFreeMap on loopback: its two styles, with a town of invented streets around the demo's office. */
export async function startStandInMap(): Promise<StandIn> {
  let behaviour: Parameters<StandIn['behave']>[0] = 'answers'
  const requests: string[] = []
  const tile = createFullTile('water')
  const respond = (path: string, response: ServerResponse) => {
    const isStyle = path.startsWith('/styles/')
    response.writeHead(200, { 'content-type': isStyle ? 'application/json' : 'application/x-protobuf' })
    response.end(isStyle ? JSON.stringify(createStyle(path.endsWith('dark'))) : tile)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    response.setHeader('access-control-allow-origin', '*')
    requests.push(path)
    if (behaviour === 'refuses') response.writeHead(503).end()
    else if (behaviour !== 'hangs')
      setTimeout(() => respond(path, response), behaviour === 'slow' ? 1_500 : 0)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      behaviour = next
    },
    asked: requests,
  }
}

const centre = { lat: 28.6315, lng: 77.2193 }
type Position = [lng: number, lat: number]
const toPosition = (east: number, north: number): Position => [
  centre.lng + east / 97_700,
  centre.lat + north / 111_200,
]
const ring = (radius: number): Position[] =>
  Array.from({ length: 73 }, (_, n) =>
    toPosition(radius * Math.sin((n * Math.PI) / 36), radius * Math.cos((n * Math.PI) / 36)),
  )
const spoke = (degrees: number): Position[] => {
  const [east, north] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return [toPosition(120 * east, 120 * north), toPosition(3_000 * east, 3_000 * north)]
}
const grid = (step: number): Position[][] =>
  Array.from({ length: 25 }, (_, n) => (n - 12) * step).flatMap(offset => [
    [toPosition(offset, -3_000), toPosition(offset, 3_000)],
    [toPosition(-3_000, offset), toPosition(3_000, offset)],
  ])

const createLines = (kind: string, paths: readonly Position[][]) =>
  paths.map((coordinates, n) => ({
    type: 'Feature',
    properties: { kind, name: kind === 'main' ? `Radial Road ${n + 1}` : '' },
    geometry: { type: 'LineString', coordinates },
  }))

function createStyle(dark: boolean) {
  const features = [
    ...createLines('small', grid(230)),
    ...createLines('main', [ring(180), ring(420), ...[0, 45, 90, 135, 180, 225, 270, 315].map(spoke)]),
  ]
  const colours = dark
    ? { ground: '#10161d', small: '#26303b', main: '#3a4756', text: '#93a1b3' }
    : { ground: '#f2f3f0', small: '#ffffff', main: '#ffffff', text: '#5b6678' }
  const createRoad = (kind: string, width: number, colour: string) => ({
    id: `${kind} ${width}`,
    type: 'line',
    source: 'streets',
    filter: ['==', ['get', 'kind'], kind],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  })
  const casing = dark ? '#0b0f14' : '#d9dcd6'
  return {
    version: 8,
    sources: {
      town: { type: 'vector', tiles: ['/tiles/{z}/{x}/{y}.pbf'], minzoom: 0, maxzoom: 0 },
      streets: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features },
        attribution: 'OpenFreeMap © OpenMapTiles Data from OpenStreetMap',
      },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': colours.ground } },
      {
        id: 'ground',
        type: 'fill',
        source: 'town',
        'source-layer': 'water',
        paint: { 'fill-color': colours.ground },
      },
      createRoad('small', 5, casing),
      createRoad('small', 3, colours.small),
      createRoad('main', 11, casing),
      createRoad('main', 8, colours.main),
      {
        id: 'names',
        type: 'symbol',
        source: 'streets',
        filter: ['==', ['get', 'kind'], 'main'],
        layout: {
          'symbol-placement': 'line',
          'text-field': ['get', 'name'],
          'text-font': ['Inter Variable', 'sans-serif'],
          'text-size': 11,
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.ground, 'text-halo-width': 1.5 },
      },
    ],
  }
}
