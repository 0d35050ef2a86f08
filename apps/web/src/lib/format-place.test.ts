import { expect, it } from 'vitest'
import { formatPlace } from './format-place.ts'

it('a position shows latitude before longitude, each with six decimals', () => {
  expect(formatPlace({ lat: 28.6139, lng: -77.20900049 })).toBe('28.613900, -77.209000')
})
