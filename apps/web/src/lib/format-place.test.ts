import { expect, it } from 'vitest'
import { formatPlace } from './format-place.ts'

it('a place shows latitude before longitude, each with six digits', () => {
  expect(formatPlace({ lat: 28.6139, lng: -77.20900049 })).toBe('28.613900, -77.209000')
})
