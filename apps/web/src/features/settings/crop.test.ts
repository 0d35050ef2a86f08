import { describe, expect, it } from 'vitest'
import { centerCrop, clampCrop, extent, minSide, moveCrop, zoomCrop } from './crop.ts'

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
})
