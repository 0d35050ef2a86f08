import { describe, expect, it } from 'vitest'
import {
  centerCrop,
  clampCrop,
  extent,
  followFingers,
  minSide,
  moveCrop,
  pressKey,
  toggleZoom,
  zoomCrop,
} from './crop.ts'

const wideSize = { width: 400, height: 200 }

describe('the square crop of a photo', () => {
  it('is initially the largest one in the middle', () => {
    expect(centerCrop(wideSize)).toEqual({ x: 0.25, y: 0, side: 1 })
    expect(centerCrop({ width: 200, height: 400 })).toEqual({ x: 0, y: 0.25, side: 1 })
  })

  it('is square in pixels for pictures of any shape', () => {
    const cropExtent = extent(wideSize, 0.5)
    expect([cropExtent.x * wideSize.width, cropExtent.y * wideSize.height]).toEqual([100, 100])
  })

  it('never leaves the picture', () => {
    expect(clampCrop(wideSize, { x: 0.9, y: -1, side: 1 })).toEqual({ x: 0.5, y: 0, side: 1 })
    expect(moveCrop(wideSize, centerCrop(wideSize), -5, 5)).toEqual({ x: 0, y: 0, side: 1 })
    expect(clampCrop(wideSize, { x: 0, y: 0, side: 0 }).side).toBe(minSide)
  })

  it('keeps its centre while zooming, as far as the edges allow', () => {
    const closeCrop = zoomCrop(wideSize, centerCrop(wideSize), 0.5)
    expect(closeCrop).toEqual({ x: 0.375, y: 0.25, side: 0.5 })
    expect(zoomCrop(wideSize, closeCrop, 1)).toEqual(centerCrop(wideSize))
    expect(zoomCrop(wideSize, { x: 0, y: 0, side: 0.5 }, 1)).toEqual({ x: 0, y: 0, side: 1 })
  })

  it('moves by fractions of its own side', () => {
    expect(moveCrop(wideSize, { x: 0, y: 0, side: 0.5 }, 1, 0.5)).toEqual({ x: 0.25, y: 0.25, side: 0.5 })
  })

  const squareSize = { width: 400, height: 400 }
  const middle = { x: 0.25, y: 0.25, side: 0.5 }

  it('follows one finger', () => {
    expect(followFingers(squareSize, middle, [{ x: 0.5, y: 0.5 }], [{ x: 0.7, y: 0.4 }])).toEqual({
      x: expect.closeTo(0.15),
      y: expect.closeTo(0.3),
      side: 0.5,
    })
  })

  it('zooms with two fingers, and keeps under each what was under it', () => {
    const before = [
      { x: 0.4, y: 0.5 },
      { x: 0.6, y: 0.5 },
    ] as const
    const after = [
      { x: 0.2, y: 0.6 },
      { x: 0.6, y: 0.6 },
    ] as const
    const crop = followFingers(squareSize, middle, before, after)
    expect(crop.side).toBeCloseTo(0.25)
    // The place in the picture under a point of the preview of a square picture.
    const under = (it: typeof middle, point: { x: number; y: number }) => [
      it.x + point.x * it.side,
      it.y + point.y * it.side,
    ]
    for (const finger of [0, 1] as const)
      for (const axis of [0, 1] as const)
        expect(under(crop, after[finger])[axis]).toBeCloseTo(
          under(middle, before[finger])[axis] ?? Number.NaN,
        )
  })

  it('stays as it is while two fingers are at one place', () => {
    const place = { x: 0.5, y: 0.5 }
    expect(followFingers(squareSize, middle, [place, { x: 0.6, y: 0.5 }], [place, place]).side).toBe(0.5)
  })

  it('zooms in and out again where it is tapped twice', () => {
    const closer = toggleZoom(squareSize, centerCrop(squareSize), { x: 0, y: 1 })
    expect(closer).toEqual({ x: 0, y: 0.5, side: 0.5 })
    expect(toggleZoom(squareSize, closer, { x: 0.5, y: 0.5 })).toEqual(centerCrop(squareSize))
  })

  it('obeys arrows, plus and minus, and no other keys', () => {
    expect(pressKey(squareSize, middle, 'ArrowRight')?.x).toBeLessThan(middle.x)
    expect(pressKey(squareSize, middle, 'ArrowUp')?.y).toBeGreaterThan(middle.y)
    expect(pressKey(squareSize, middle, '+')?.side).toBeLessThan(middle.side)
    expect(pressKey(squareSize, middle, '-')?.side).toBeGreaterThan(middle.side)
    expect(pressKey(squareSize, middle, 'Tab')).toBeUndefined()
  })
})
