import { expect, it } from 'vitest'
import { toCanvasWidth } from './to-canvas-width.ts'

const a4Ratio = 210 / 297

it('draws a page sharp on a dense screen, but no denser than twice its size', () => {
  expect([1, 2, 3].map(pixelRatio => toCanvasWidth(340, a4Ratio, pixelRatio))).toEqual([340, 680, 680])
})

it('bounds the pixels of an enlarged page', () => {
  const width = toCanvasWidth(2_700, a4Ratio, 2)
  expect(Math.round((width * width) / a4Ratio)).toBe(8_000_000)
})
