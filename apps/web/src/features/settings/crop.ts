/**
 * The square to which a picture is cropped, in the server's format. `x` and `y` are its upper left corner, as fractions of the
 * picture's width and height. `side` is a fraction of the shorter one. All are from 0 to 1.
 */
export type Crop = { x: number; y: number; side: number }
/** The size of the upright picture in pixels. */
export type Size = { width: number; height: number }

/** The minimum side of the crop, at the closest zoom. */
export const minSide = 0.2

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), Math.max(max, 0))

/** Returns the side of the square as fractions of the width and of the height. */
export function extent({ width, height }: Size, side: number) {
  const pixels = side * Math.min(width, height)
  return { x: pixels / width, y: pixels / height }
}

/** Limits the crop to the picture, and its side to the zoom range. */
export function clampCrop(size: Size, { x, y, side }: Crop): Crop {
  const visibleSide = Math.min(Math.max(side, minSide), 1)
  const cropExtent = extent(size, visibleSide)
  return { x: clamp(x, 1 - cropExtent.x), y: clamp(y, 1 - cropExtent.y), side: visibleSide }
}

/** Returns the largest square in the middle of the picture. */
export function centerCrop(size: Size): Crop {
  const cropExtent = extent(size, 1)
  return { x: (1 - cropExtent.x) / 2, y: (1 - cropExtent.y) / 2, side: 1 }
}

/** Zooms to `side`, keeping the centre as far as the edges allow. */
export function zoomCrop(size: Size, crop: Crop, side: number): Crop {
  const extentBefore = extent(size, crop.side)
  const extentAfter = extent(size, Math.min(Math.max(side, minSide), 1))
  return clampCrop(size, {
    x: crop.x + (extentBefore.x - extentAfter.x) / 2,
    y: crop.y + (extentBefore.y - extentAfter.y) / 2,
    side,
  })
}

/** Moves the crop by fractions of its own side, the unit of a drag on the preview. Positive is right and down. */
export function moveCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const cropExtent = extent(size, crop.side)
  return clampCrop(size, { ...crop, x: crop.x + right * cropExtent.x, y: crop.y + down * cropExtent.y })
}
