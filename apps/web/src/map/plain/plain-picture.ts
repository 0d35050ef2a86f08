import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { unrollLongitude } from '@muster/domain/geo/longitude.ts'
import { toRenderGeometry } from '../drawn-shape.ts'
import type { MapArea } from '../surface.ts'

export type Point = { readonly x: number; readonly y: number }

/** A drawing in metres around the centre of a view, with north up. */
export type PlainPicture = {
  readonly viewBox: string
  /** Metres per pixel at the usual height of maps, which keeps markers the same size. */
  readonly unit: number
  readonly place: (at: LatLng) => Point
  /** A round length in metres, about a quarter of the width. */
  readonly scaleM: number
  readonly left: number
  readonly bottom: number
}

/** Projects a view onto a plane, for a drawing `heightPx` pixels high. */
export function createPlainPicture(view: Bounds, heightPx: number): PlainPicture {
  const centre: LatLng = {
    lat: (view.south + view.north) / 2,
    lng: view.west + longitudeSpan(view) / 2,
  }
  const lngScale = Math.cos(centre.lat * radiansPerDegree)
  const project = ({ lat, lng }: LatLng): Point => ({
    x: round((unrollLongitude(lng, centre.lng) - centre.lng) * metersPerDegree * lngScale),
    y: round((centre.lat - lat) * metersPerDegree),
  })
  const marginFactor = 1.25
  const width = Math.max(50, longitudeSpan(view) * metersPerDegree * lngScale) * marginFactor
  const height = Math.max(50, (view.north - view.south) * metersPerDegree) * marginFactor
  return {
    viewBox: [-width / 2, -height / 2, width, height].map(round).join(' '),
    unit: height / heightPx,
    place: project,
    scaleM: roundLength(width / 4),
    left: -width / 2,
    bottom: height / 2,
  }
}

/** Returns the outline of an area as an SVG path; holes require the `evenodd` fill rule. */
export function toPath({ shape }: Pick<MapArea, 'shape'>, project: PlainPicture['place']): string {
  const geometry = toRenderGeometry(shape)
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings
    .map(ring => {
      const points = ring.map(([lng, lat]) => project({ lat, lng }))
      return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`
    })
    .join('')
}

/** Returns the longest length of 1, 2 or 5 times a power of ten that does not exceed `meters`. */
function roundLength(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters))
  return ([5, 2].find(factor => factor * power <= meters) ?? 1) * power
}

const round = (meters: number) => Math.round(meters * 100) / 100
