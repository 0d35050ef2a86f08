import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { MapPerson } from './surface.ts'

/** One person, or people so close together on the screen that a number represents them. */
export type MapCluster = LatLng & { readonly people: readonly MapPerson[] }

/** Pixels within which people are clustered. */
const radiusPx = 40
/** A zoom of tiles of 256 pixels. Beyond it everybody is drawn separately, even in the same position. */
const maxClusterZoom = 18
const tilePx = 256

/** `zoom` is for tiles of 256 pixels. Keeps the list's order, so that a small movement of one person does not rearrange the others. */
export function clusterPeople(people: readonly MapPerson[], zoom: number): MapCluster[] {
  const worldPx = tilePx * 2 ** Math.floor(zoom)
  const points = people.map(person => ({ person, ...toPixels(person, worldPx), taken: false }))
  if (Math.floor(zoom) > maxClusterZoom) return people.map(person => createSingleCluster(person))
  const pointsByCell = new Map<string, (typeof points)[number][]>()
  for (const point of points) {
    const key = toCell(point.x, point.y)
    const cellPoints = pointsByCell.get(key)
    if (cellPoints) cellPoints.push(point)
    else pointsByCell.set(key, [point])
  }
  const clusters: MapCluster[] = []
  for (const point of points) {
    if (point.taken) continue
    const nearby: MapPerson[] = []
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        for (const other of pointsByCell.get(toCell(point.x + dx * radiusPx, point.y + dy * radiusPx)) ??
          []) {
          if (other.taken || Math.hypot(other.x - point.x, other.y - point.y) > radiusPx) continue
          other.taken = true
          nearby.push(other.person)
        }
      }
    }
    clusters.push(nearby.length === 1 ? createSingleCluster(point.person) : createCluster(nearby))
  }
  return clusters
}

/** Returns the first zoom at which a cluster splits; for people in the same position, the first zoom without clusters. */
export function findSplitZoom({ people }: MapCluster, fromZoom: number): number {
  let zoom = Math.floor(fromZoom) + 1
  while (zoom <= maxClusterZoom && clusterPeople(people, zoom).length === 1) zoom++
  return zoom
}

/** Formats the number of people, short enough for a disc: "12", "1.2k". */
export const formatClusterCount = (count: number) =>
  count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}k`

const createSingleCluster = (person: MapPerson): MapCluster => ({
  lat: person.lat,
  lng: person.lng,
  people: [person],
})

function createCluster(people: readonly MapPerson[]): MapCluster {
  const mean = (axis: 'lat' | 'lng') => people.reduce((sum, person) => sum + person[axis], 0) / people.length
  return { lat: mean('lat'), lng: mean('lng'), people }
}

const toCell = (x: number, y: number) => `${Math.floor(x / radiusPx)} ${Math.floor(y / radiusPx)}`

/** Converts a position to pixels in the Mercator projection. `worldPx` is the width of the world. */
function toPixels({ lat, lng }: LatLng, worldPx: number): { x: number; y: number } {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)))
  return {
    x: (lng / 360 + 0.5) * worldPx,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPx,
  }
}
