import { expect, it } from 'vitest'
import { likelyVerdict } from './likely-verdict.ts'

const zone = {
  name: 'North yard',
  shape: { boundary: 'rectangle' as const, start: { lat: 1, lng: 1 }, end: { lat: 2, lng: 2 } },
}
const at = (lat: number, accuracyMeters: number | null) =>
  likelyVerdict(zone, { lat, lng: 1.5, accuracyMeters })

it('says inside or outside by the shape, and never as if it were certain', () => {
  expect(at(1.5, 5)).toBe('Probably inside North yard, not sent yet')
  expect(at(2.5, 5)).toBe('Probably outside North yard, not sent yet')
})

it('does not guess where the accuracy reaches over the edge', () => {
  // 0.0002 degrees of latitude are 22 m.
  const words = 'Too close to the edge of North yard to tell, not sent yet'
  expect([at(1.9998, 30), at(2.0002, 30)]).toEqual([words, words])
  expect(at(1.9998, 10)).toBe('Probably inside North yard, not sent yet')
})
