import { expect, it } from 'vitest'
import { measureAtPointer } from './measure-shape.ts'

const corner = { lat: 0, lng: 0 }
const pointer = { lat: 0.001, lng: 0 }

it('the pointer shows the side that ends there, with the area once there is one', () => {
  expect(measureAtPointer([corner, pointer], undefined)).toBe('111 m')
  // The drawing tool keeps another point beside the pointer, which is no side.
  expect(measureAtPointer([corner, pointer, { lat: 0.0010000001, lng: 0 }], undefined)).toBe('111 m')
  const points = [corner, { lat: 0, lng: 0.001 }, pointer]
  expect(measureAtPointer(points, { boundary: 'polygon', points })).toMatch(/^157 m · 6,18\d m²$/)
})

it('a box shows its sides, a corner that is moved only the area, and nothing shows nothing', () => {
  const box = { boundary: 'rectangle' as const, start: corner, end: { lat: 0.001, lng: 0.002 } }
  expect(measureAtPointer([], box)).toMatch(/^222 m × 111 m · /)
  const points = [corner, { lat: 0, lng: 0.001 }, pointer]
  expect(measureAtPointer([], { boundary: 'polygon', points })).toMatch(/^6,18\d m²$/)
  expect(measureAtPointer([], undefined)).toBeUndefined()
  expect(measureAtPointer([corner], undefined)).toBeUndefined()
})
