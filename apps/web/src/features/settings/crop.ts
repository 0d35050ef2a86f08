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

/** A place in the preview, as fractions of its sides: 0, 0 is the upper left corner. */
export type Point = { x: number; y: number }
const center: Point = { x: 0.5, y: 0.5 }

/** Zooms to `side`, keeping what is at a point of the preview, by default the centre, as far as the edges allow. */
export function zoomCrop(size: Size, crop: Crop, side: number, at = center): Crop {
  const extentBefore = extent(size, crop.side)
  const extentAfter = extent(size, Math.min(Math.max(side, minSide), 1))
  return clampCrop(size, {
    x: crop.x + (extentBefore.x - extentAfter.x) * at.x,
    y: crop.y + (extentBefore.y - extentAfter.y) * at.y,
    side,
  })
}

/** Moves the crop by fractions of its own side, the unit of a drag on the preview. Positive is right and down. */
export function moveCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const cropExtent = extent(size, crop.side)
  return clampCrop(size, { ...crop, x: crop.x + right * cropExtent.x, y: crop.y + down * cropExtent.y })
}

/** Follows one or two fingers from their former to their new places: one moves the picture, two also zoom it. */
export function followFingers(
  size: Size,
  crop: Crop,
  before: readonly [Point, Point?],
  after: readonly [Point, Point?],
): Crop {
  const [middleBefore, middleAfter] = [toMiddle(before), toMiddle(after)]
  const distance = toDistance(after)
  const side = distance > 0 ? (crop.side * toDistance(before)) / distance : crop.side
  return moveCrop(
    size,
    zoomCrop(size, crop, side, middleBefore),
    middleBefore.x - middleAfter.x,
    middleBefore.y - middleAfter.y,
  )
}

const toMiddle = ([a, b = a]: readonly [Point, Point?]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const toDistance = ([a, b = a]: readonly [Point, Point?]) => Math.hypot(a.x - b.x, a.y - b.y)

/** Zooms in by half at a point, or back to the whole picture if it is closer than that already. */
export const toggleZoom = (size: Size, crop: Crop, at: Point): Crop =>
  zoomCrop(size, crop, crop.side > 0.5 ? crop.side / 2 : 1, at)

/** Returns the crop after a key: arrows move the photo, against the crop, plus and minus zoom; undefined for other keys. */
export function pressKey(size: Size, crop: Crop, key: string): Crop | undefined {
  const step = 0.05
  switch (key) {
    case 'ArrowLeft':
      return moveCrop(size, crop, step, 0)
    case 'ArrowRight':
      return moveCrop(size, crop, -step, 0)
    case 'ArrowUp':
      return moveCrop(size, crop, 0, step)
    case 'ArrowDown':
      return moveCrop(size, crop, 0, -step)
    case '+':
    case '=':
      return zoomCrop(size, crop, crop.side * 0.9)
    case '-':
      return zoomCrop(size, crop, crop.side / 0.9)
    default:
      return undefined
  }
}
