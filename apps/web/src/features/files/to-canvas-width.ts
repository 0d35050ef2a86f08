/** Screens denser than this show no more detail than a reader sees. */
const maxPixelRatio = 2
/** Bounds the memory of a page to 32 MB. Phones show nothing in a canvas of more than about 16 million pixels. */
const maxPixels = 8_000_000

/** Returns the width in pixels in which a page of the given width in CSS pixels and ratio of width to height is drawn. */
export const toCanvasWidth = (cssWidth: number, ratio: number, pixelRatio: number): number =>
  Math.min(cssWidth * Math.min(pixelRatio, maxPixelRatio), Math.sqrt(maxPixels * ratio))
