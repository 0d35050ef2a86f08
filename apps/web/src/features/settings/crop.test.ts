import { describe, expect, it } from 'vitest'
import { closestSide, extent, middle, moved, within, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the square crop of a photo', () => {
  it('is initially the largest one in the middle', () => {
    expect(middle(wide)).toEqual({ x: 0.25, y: 0, side: 1 })
    expect(middle({ width: 200, height: 400 })).toEqual({ x: 0, y: 0.25, side: 1 })
  })

  it('is square in pixels for pictures of any shape', () => {
    const part = extent(wide, 0.5)
    expect([part.x * wide.width, part.y * wide.height]).toEqual([100, 100])
  })

  it('never leaves the picture', () => {
    expect(within(wide, { x: 0.9, y: -1, side: 1 })).toEqual({ x: 0.5, y: 0, side: 1 })
    expect(moved(wide, middle(wide), -5, 5)).toEqual({ x: 0, y: 0, side: 1 })
    expect(within(wide, { x: 0, y: 0, side: 0 }).side).toBe(closestSide)
  })

  it('keeps its centre while zooming, as far as the edges allow', () => {
    const close = zoomed(wide, middle(wide), 0.5)
    expect(close).toEqual({ x: 0.375, y: 0.25, side: 0.5 })
    expect(zoomed(wide, close, 1)).toEqual(middle(wide))
    expect(zoomed(wide, { x: 0, y: 0, side: 0.5 }, 1)).toEqual({ x: 0, y: 0, side: 1 })
  })

  it('moves by fractions of its own side', () => {
    expect(moved(wide, { x: 0, y: 0, side: 0.5 }, 1, 0.5)).toEqual({ x: 0.25, y: 0.25, side: 0.5 })
  })
})
