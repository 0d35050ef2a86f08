import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { decide } from '@muster/domain/geofence.ts'
import { describe, expect, it } from 'vitest'
import { toAccuracyGeometry, toRenderGeometry } from './drawn-shape.ts'

const mercatorY = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
const toLat = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI

/** Returns positions on the line as a map draws it: straight in the Mercator projection between corners. */
function sampleEdges(shape: ZoneShape) {
  const geometry = toRenderGeometry(shape)
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings.flatMap(ring =>
    ring.slice(1).flatMap(([lng, lat], n) => {
      const [fromLng, fromLat] = ring[n] ?? [lng, lat]
      return [0.25, 0.5, 0.75].map(fraction => ({
        lat: toLat(mercatorY(fromLat) + (mercatorY(lat) - mercatorY(fromLat)) * fraction),
        lng: ((((fromLng + (lng - fromLng) * fraction + 180) % 360) + 360) % 360) - 180,
      }))
    }),
  )
}

const measureMaxErrorM = (shape: ZoneShape) =>
  Math.max(...sampleEdges(shape).map(place => decide(shape, place).distanceToEdgeM))

const toLatLng = (lat: number, lng: number) => ({ lat, lng })

describe('the drawn line matches the tested one', () => {
  it('for a large slanted polygon far north, where the Mercator projection bends most', () => {
    const shape: ZoneShape = {
      boundary: 'polygon',
      points: [toLatLng(69, 20), toLatLng(69.4, 20.9), toLatLng(69.05, 21.2)],
    }
    expect(measureMaxErrorM(shape)).toBeLessThan(0.06)
  })

  it('for a polygon with a hole across the antimeridian', () => {
    const shape: ZoneShape = {
      boundary: 'multipolygon',
      polygons: [
        [
          [toLatLng(-17, 179.9), toLatLng(-17, -179.9), toLatLng(-16.8, -179.95), toLatLng(-16.8, 179.95)],
          [toLatLng(-16.95, 179.98), toLatLng(-16.95, -179.98), toLatLng(-16.9, 180)],
        ],
      ],
    }
    expect(measureMaxErrorM(shape)).toBeLessThan(0.06)
    const [outerRing = []] = (toRenderGeometry(shape).coordinates[0] ?? []) as [number, number][][]
    const lngs = outerRing.map(([lng]) => lng)
    expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(1)
  })

  it('for a circle, to within a hand’s width', () => {
    const shape: ZoneShape = {
      boundary: 'circle',
      start: toLatLng(28.632, 77.218),
      end: toLatLng(28.63, 77.2205),
    }
    expect(measureMaxErrorM(shape)).toBeLessThan(0.01)
  })

  it('for a box', () => {
    const shape: ZoneShape = {
      boundary: 'rectangle',
      start: toLatLng(28.632, 77.218),
      end: toLatLng(28.63, 77.2205),
    }
    expect(measureMaxErrorM(shape)).toBeLessThan(0.001)
  })
})

it('the accuracy circle has the reported radius', () => {
  const [ring = []] = toAccuracyGeometry(toLatLng(60, 10), 25).coordinates as [number, number][][]
  for (const [lng, lat] of ring) {
    const decision = decide(
      { boundary: 'circle', start: toLatLng(60, 10), end: toLatLng(60, 10) },
      toLatLng(lat, lng),
    )
    expect(decision.distanceToCenterM).toBeCloseTo(25, 3)
  }
})
