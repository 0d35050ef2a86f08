import { expect, it } from 'vitest'
import { likelyVerdict } from './likely-verdict.ts'

const zone = {
  name: 'North yard',
  shape: { boundary: 'rectangle' as const, start: { lat: 1, lng: 1 }, end: { lat: 2, lng: 2 } },
}
const at = (lat: number, accuracyMeters: number | null) =>
  likelyVerdict(zone, { lat, lng: 1.5, accuracyMeters })

it('predicts inside or outside from the shape, and never as certain', () => {
  expect(at(1.5, 5)).toBe('Probably inside North yard, not sent yet')
  expect(at(2.5, 5)).toBe('Probably outside North yard, not sent yet')
})

it('predicts nothing if the accuracy circle crosses the edge', () => {
  // 0.0002 degrees of latitude are 22 m.
  const expectedText = 'Too close to the edge of North yard to tell, not sent yet'
  expect([at(1.9998, 30), at(2.0002, 30)]).toEqual([expectedText, expectedText])
  expect(at(1.9998, 10)).toBe('Probably inside North yard, not sent yet')
})
