import type { Position } from '@muster/domain/geo-json.ts'
import { type Feature, type Features, toFeatures } from '../features.ts'
/** The part of the earth on the screen, in degrees; `east` continues past 180 if it crosses the antimeridian. */
export type ViewBox = {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Round steps, in degrees. */
const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001]
/** Approximate maximum number of lines in each direction. */
const mostLines = 6
const mercatorEnd = 85
const cornerPart = 0.12

/** Returns the lines of latitude and longitude through a view, labelled with degrees at the left and top edges. */
export function graticule(box: ViewBox): Features {
  const across = Math.min(360, box.east - box.west)
  const step = steps.findLast(it => across / it <= mostLines) ?? 30
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const north = Math.min(mercatorEnd, box.north)
  const south = Math.max(-mercatorEnd, box.south)
  const features: Feature[] = []
  const margin = (north - south) * cornerPart
  for (const lat of multiples(south, north, step)) {
    features.push(line([box.west, lat], [box.east, lat]))
    // The corners belong to the labels of the other axis and the scale.
    if (lat > north - margin || lat < south + margin) continue
    features.push(label([box.west, lat], degrees(lat, digits, 'N', 'S'), 'left'))
  }
  for (const lng of multiples(box.west, box.west + across, step)) {
    features.push(line([lng, south], [lng, north]))
    // A label there would be cut off.
    if (lng > box.west + across * (1 - cornerPart)) continue
    features.push(label([lng, north], degrees(wrapped(lng), digits, 'E', 'W'), 'top'))
  }
  return toFeatures(features)
}

/** Computes integer multiples of the step, so that no rounding error accumulates. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n) * step)
}

const wrapped = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

function degrees(value: number, digits: number, plus: string, minus: string): string {
  const text = Math.abs(value).toFixed(digits)
  return `${text}°${Number(text) === 0 ? '' : value > 0 ? plus : minus}`
}

const line = (from: Position, to: Position): Feature => ({
  type: 'Feature',
  properties: { kind: 'line' },
  geometry: { type: 'LineString', coordinates: [from, to] },
})

const label = (at: Position, text: string, edge: 'left' | 'top'): Feature => ({
  type: 'Feature',
  properties: { kind: edge, text },
  geometry: { type: 'Point', coordinates: at },
})
