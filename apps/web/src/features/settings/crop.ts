/**
 * The square of a picture to keep, as the server takes it: `x`, `y` of its left upper corner as parts of width and
 * height, `side` as part of the shorter of the two. All from 0 to 1.
 */
export type Crop = { x: number; y: number; side: number }
/** Of the picture, upright, in pixels. */
export type Size = { width: number; height: number }

/** How far one may zoom in. */
export const closestSide = 0.2

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))

/** The side of the square as parts of the width and of the height. */
export function extent({ width, height }: Size, side: number) {
  const pixels = side * Math.min(width, height)
  return { x: pixels / width, y: pixels / height }
}

/** The crop kept inside the picture. */
export function within(size: Size, { x, y, side }: Crop): Crop {
  const kept = Math.min(Math.max(side, closestSide), 1)
  const part = extent(size, kept)
  return { x: clamp(x, 1 - part.x), y: clamp(y, 1 - part.y), side: kept }
}

/** The largest square in the middle. */
export function middle(size: Size): Crop {
  const part = extent(size, 1)
  return { x: (1 - part.x) / 2, y: (1 - part.y) / 2, side: 1 }
}

/** Zooms to `side`; what was in the middle stays there as far as the edges allow. */
export function zoomed(size: Size, crop: Crop, side: number): Crop {
  const before = extent(size, crop.side)
  const after = extent(size, Math.min(Math.max(side, closestSide), 1))
  return within(size, {
    x: crop.x + (before.x - after.x) / 2,
    y: crop.y + (before.y - after.y) / 2,
    side,
  })
}

/** Moved by parts of the square's own side, as a drag over the preview gives them: to the right is positive. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const part = extent(size, crop.side)
  return within(size, { ...crop, x: crop.x + right * part.x, y: crop.y + down * part.y })
}
