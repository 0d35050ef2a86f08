import type { Position } from '@muster/domain/geo-json.ts'
import { type Feature, type Features, toFeatures } from '../features.ts'
/** The part of the earth on the screen, in degrees; `east` continues past 180 if this part crosses the antimeridian. */
export type ViewBox = {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** The possible steps between lines, in degrees. */
const gridSteps = [
  30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
]
/** Approximate maximum number of lines in each direction. */
const maxLines = 6
const maxMercatorLat = 85
const marginFraction = 0.12

/** Returns the lines of latitude and longitude through a view, labelled with degrees at the left and top edges. */
export function createGraticule(box: ViewBox): Features {
  const lngSpan = Math.min(360, box.east - box.west)
  const step = gridSteps.findLast(it => lngSpan / it <= maxLines) ?? 30
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const north = Math.min(maxMercatorLat, box.north)
  const south = Math.max(-maxMercatorLat, box.south)
  const features: Feature[] = []
  const margin = (north - south) * marginFraction
  for (const lat of listMultiples(south, north, step)) {
    features.push(createLine([box.west, lat], [box.east, lat]))
    // No latitude is labelled near the corners, which belong to the labels of the other axis and to the scale.
    if (lat > north - margin || lat < south + margin) continue
    features.push(createLabel([box.west, lat], formatDegrees(lat, digits, 'N', 'S'), 'left'))
  }
  for (const lng of listMultiples(box.west, box.west + lngSpan, step)) {
    features.push(createLine([lng, south], [lng, north]))
    // A label so close to the right edge would be cut off.
    if (lng > box.west + lngSpan * (1 - marginFraction)) continue
    features.push(createLabel([lng, north], formatDegrees(wrapLng(lng), digits, 'E', 'W'), 'top'))
  }
  return toFeatures(features)
}

/** Computes integer multiples of the step, so that no rounding error accumulates. */
function listMultiples(from: number, to: number, step: number): number[] {
  const firstIndex = Math.ceil(from / step - 1e-9)
  const lastIndex = Math.floor(to / step + 1e-9)
  return Array.from({ length: Math.max(0, lastIndex - firstIndex + 1) }, (_, n) => (firstIndex + n) * step)
}

const wrapLng = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

function formatDegrees(value: number, digits: number, plus: string, minus: string): string {
  const text = Math.abs(value).toFixed(digits)
  return `${text}°${Number(text) === 0 ? '' : value > 0 ? plus : minus}`
}

const createLine = (from: Position, to: Position): Feature => ({
  type: 'Feature',
  properties: { kind: 'line' },
  geometry: { type: 'LineString', coordinates: [from, to] },
})

const createLabel = (at: Position, text: string, edge: 'left' | 'top'): Feature => ({
  type: 'Feature',
  properties: { kind: edge, text },
  geometry: { type: 'Point', coordinates: at },
})
