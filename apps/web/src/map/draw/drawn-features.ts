import { toBounds, toCorners } from '@muster/domain/geo/bounds.ts'
import { midpoint } from '@muster/domain/geo/centre.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { distanceMeters, metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { unrollLongitude, wrapLongitude } from '@muster/domain/geo/longitude.ts'
import type { CircleShape, RingPoints, ZoneShape } from '@muster/domain/geo/shape.ts'
import { type Position, shapeToGeometry, toOutline } from '@muster/domain/geo-json.ts'
import type { GeoJSONStoreFeatures } from 'terra-draw'

/** The drawing tools, by mode name. */
export const drawTools = ['polygon', 'rectangle', 'circle'] as const
export type DrawTool = (typeof drawTools)[number]

/** The number of handles on a circle, each of which changes its radius. The map draws the exact line. */
export const circleHandleCount = 8
/** Decimals of a degree that the drawing tool keeps. The last one is about a tenth of a millimetre. */
export const coordinateDigits = 9

/** A ring of a shape: its part, and its index within the part; 0 is the outer ring. */
export type RingId = { readonly part: number; readonly ring: number }

/** Converts a shape to the drawing tool's format: one feature per ring, because the tool does not support holes. */
export function toDrawnFeatures(shape: ZoneShape): GeoJSONStoreFeatures[] {
  if (shape.boundary === 'circle') return [toFeature(toRing(toOutline(shape, circleHandleCount)), 'circle')]
  const geometry = shapeToGeometry(shape)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const mode = shape.boundary === 'rectangle' ? 'rectangle' : 'polygon'
  return polygons.flatMap((rings, part) =>
    rings.map((coordinates, ring) => toFeature(coordinates.map(roundPosition), mode, { part, ring })),
  )
}

/** Converts a drawing to a shape; undefined while it is incomplete. */
export function toZoneShape(features: readonly GeoJSONStoreFeatures[]): ZoneShape | undefined {
  const drawnFeatures = features.filter(
    ({ geometry, properties }) =>
      geometry.type === 'Polygon' && drawTools.some(tool => tool === properties.mode),
  )
  const [firstFeature] = drawnFeatures
  if (!firstFeature) return undefined
  const points = toPoints(firstFeature)
  const distinctCount = new Set(points.map(({ lat, lng }) => `${lat} ${lng}`)).size
  if (distinctCount < (firstFeature.properties.mode === 'polygon' ? 3 : 2)) return undefined
  if (firstFeature.properties.mode === 'circle') return fitCircle(points)
  if (firstFeature.properties.mode === 'rectangle')
    return { boundary: 'rectangle', ...toCorners(toBounds(points)) }
  if (drawnFeatures.length === 1) return { boundary: 'polygon', points }
  return { boundary: 'multipolygon', polygons: groupPolygons(drawnFeatures) }
}

/** Returns the corners of the outline being drawn, up to the pointer; empty if none is being drawn. */
export function toPenPoints(features: readonly GeoJSONStoreFeatures[]): LatLng[] {
  const feature = features.find(
    ({ geometry, properties }) => geometry.type === 'Polygon' && properties.currentlyDrawing,
  )
  return feature && feature.properties.mode === 'polygon' ? toPoints(feature) : []
}

/** Converts a position to the drawing tool's format, on the same turn of the globe as the pointer. */
export const toStorePosition = ({ lat, lng }: LatLng, pointerLng: number): Position =>
  roundPosition([unrollLongitude(lng, pointerLng), lat])

/** Groups rings into polygons by their part. A ring without a part becomes a separate polygon. */
function groupPolygons(drawn: readonly GeoJSONStoreFeatures[]): RingPoints[][] {
  const ringsByPart = new Map<unknown, { ring: number; points: LatLng[] }[]>()
  for (const feature of drawn) {
    const { part = feature.id, ring = 0 } = feature.properties as Partial<RingId>
    ringsByPart.set(part, [...(ringsByPart.get(part) ?? []), { ring, points: toPoints(feature) }])
  }
  return [...ringsByPart.values()].map(rings =>
    rings.toSorted((a, b) => a.ring - b.ring).map(({ points }) => points),
  )
}

/** Returns the corners without the closing one and without consecutive duplicates, such as the pointer position at the end. */
function toPoints({ geometry }: GeoJSONStoreFeatures): LatLng[] {
  const [ring = []] = geometry.coordinates as Position[][]
  return ring
    .slice(0, -1)
    .filter(([lng, lat], n) => lng !== ring[n + 1]?.[0] || lat !== ring[n + 1]?.[1])
    .map(([lng, lat]) => ({ lat, lng: wrapLongitude(lng) }))
}

/** Fits a circle to the handles: the centre of their bounds, with their mean distance as the radius. */
function fitCircle(points: readonly LatLng[]): CircleShape {
  const { start, end } = toCorners(toBounds(points))
  const centre = midpoint(start, end)
  const radiusM = points.reduce((sum, point) => sum + distanceMeters(centre, point), 0) / points.length
  return toCircle(centre, radiusM)
}

function toCircle(centre: LatLng, radiusM: number): CircleShape {
  const createCircle = (degrees: number): CircleShape => {
    const lngDegrees = degrees / Math.cos(centre.lat * radiansPerDegree)
    return {
      boundary: 'circle',
      start: { lat: round(centre.lat + degrees), lng: round(wrapLongitude(centre.lng - lngDegrees)) },
      end: { lat: round(centre.lat - degrees), lng: round(wrapLongitude(centre.lng + lngDegrees)) },
    }
  }
  const initialDegrees = radiusM / metersPerDegree / Math.SQRT2
  const { start, end } = createCircle(initialDegrees)
  // The first guess is off by a few millionths on a sphere, so it is scaled to the measured radius.
  return createCircle((initialDegrees * 2 * radiusM) / diagonalMeters(start, end))
}

function toFeature(ring: Position[], mode: DrawTool, ringId?: RingId): GeoJSONStoreFeatures {
  return {
    type: 'Feature',
    properties: { mode, ...ringId },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

const toRing = (points: RingPoints): Position[] => {
  const ring = points.map(({ lat, lng }): Position => roundPosition([lng, lat]))
  const [firstPosition] = ring
  return firstPosition ? [...ring, firstPosition] : []
}

const roundPosition = ([lng, lat]: Position): Position => [round(lng), round(lat)]
const round = (degrees: number) => Math.round(degrees * 10 ** coordinateDigits) / 10 ** coordinateDigits
