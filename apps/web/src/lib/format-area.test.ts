import { expect, it } from 'vitest'
import { formatArea } from './format-area.ts'

it('small areas are in square metres, larger ones in hectares, and town-sized ones in square kilometres', () => {
  expect([12.4, 9_999, 24_400, 1_234_567, 355e6].map(formatArea)).toEqual([
    '12 m²',
    '9,999 m²',
    '2.4 ha',
    '123 ha',
    '355 km²',
  ])
})
