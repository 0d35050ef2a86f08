import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { fail } from '../../rpc/fail.ts'

/** Pixels an upload may have: a 50-megapixel photo passes, a decompression bomb does not. */
const MOST_PIXELS = 50_000_000
const SIDE = 512
const kinds = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])

/** The part of the picture to keep, as parts of its width and height after turning it upright; `side` of the shorter. */
export type Crop = { readonly x: number; readonly y: number; readonly side: number }

/**
 * A square WebP of 512 px made anew from the upload: recognised by its content, turned upright, cropped (by default to
 * the middle), without any metadata. Throws IMAGE_INVALID for whatever is no picture, or too large a one.
 */
export async function makeProfileImage(upload: Buffer, crop: Crop | undefined): Promise<Buffer> {
  const type = await fileTypeFromBuffer(upload)
  if (!type || !kinds.has(type.mime)) throw fail('IMAGE_INVALID')
  try {
    // Upright first: the crop is meant on the picture as people see it.
    const picture = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: 15 })
    const { autoOrient } = await picture.metadata()
    if (crop) picture.extract(areaOf(crop, autoOrient.width, autoOrient.height))
    return await picture.resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  } catch {
    throw fail('IMAGE_INVALID')
  }
}

function areaOf(crop: Crop, width: number, height: number) {
  const side = Math.max(1, Math.round(crop.side * Math.min(width, height)))
  return {
    left: Math.min(Math.round(crop.x * width), width - side),
    top: Math.min(Math.round(crop.y * height), height - side),
    width: side,
    height: side,
  }
}
