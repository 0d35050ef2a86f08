import { expect, it } from 'vitest'
import { drawCheck } from './draw-check.ts'

const box = { boundary: 'rectangle', start: { lat: 0, lng: 0 }, end: { lat: 0.001, lng: 0.002 } } as const
const middle = { lat: 0.0005, lng: 0.001, accuracyMeters: 8 }

const parseFrame = (viewBox = '') => {
  const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
  return { left, top, right: left + width, bottom: top + height }
}

it('draws zone, dot and circle to scale, with north up', () => {
  const drawing = drawCheck(box, { ...middle, lat: 0.0009 })
  expect(drawing).toMatchObject({ dot: { x: 0, y: 0 }, accuracy: 8 })
  // Distances from the reading: 100 m to the south edge, 11 m to the north edge, 111 m to both sides.
  expect(drawing?.zone).toEqual({ path: 'M-111.2,100.1L111.2,100.1L111.2,-11.1L-111.2,-11.1Z' })
})

it.each([
  ['within', middle],
  ['outside', { ...middle, lat: 0.003 }],
  ['with a circle larger than the zone', { ...middle, accuracyMeters: 500 }],
])('fits zone and dot into the frame for a reading %s', (_, at) => {
  const frame = parseFrame(drawCheck(box, at)?.viewBox)
  expect(frame.left).toBeLessThan(-111)
  expect(frame.right).toBeGreaterThan(111)
  expect(frame.top).toBeLessThan(0)
  expect(frame.bottom).toBeGreaterThan(0)
})

it('draws a circle around its midpoint, even across the date line', () => {
  const circle = {
    boundary: 'circle',
    start: { lat: 0, lng: 179.999 },
    end: { lat: 0, lng: -179.999 },
  } as const
  const zone = drawCheck(circle, { lat: 0, lng: 180, accuracyMeters: null })?.zone as {
    x: number
    radius: number
  }
  expect(zone.x).toBeCloseTo(0)
  expect(zone.radius).toBeCloseTo(111.2, 0)
})

it('draws nothing for a reading far away', () => {
  expect(drawCheck(box, { lat: 10, lng: 10, accuracyMeters: 5 })).toBeUndefined()
})

it('draws holes and additional parts as rings of one path', () => {
  const createRing = (from: number, to: number) => [
    { lat: from, lng: from },
    { lat: from, lng: to },
    { lat: to, lng: to },
  ]
  const shape = {
    boundary: 'multipolygon',
    polygons: [[createRing(0, 0.004), createRing(0.001, 0.002)], [createRing(0.005, 0.006)]],
  } satisfies Parameters<typeof drawCheck>[0]
  const zone = drawCheck(shape, middle)?.zone as { path: string }
  expect(zone.path.match(/M/g)).toHaveLength(3)
})
