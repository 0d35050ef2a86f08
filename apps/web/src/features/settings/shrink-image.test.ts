import { expect, it } from 'vitest'
import { fitInto } from './shrink-image.ts'

it('shrinking keeps the aspect ratio, never enlarges, and leaves at least one pixel', () => {
  expect(fitInto({ width: 8_064, height: 6_048 }, 3_072)).toEqual({ width: 3_072, height: 2_304 })
  expect(fitInto({ width: 3_000, height: 4_000 }, 2_000)).toEqual({ width: 1_500, height: 2_000 })
  expect(fitInto({ width: 640, height: 480 }, 3_072)).toEqual({ width: 640, height: 480 })
  expect(fitInto({ width: 100_000, height: 2 }, 1_024)).toEqual({ width: 1_024, height: 1 })
})
