import { msg } from '@lingui/core/runtime-macro'
import { NoPictureError, QueueFullError, TooManyPixelsError, withPicture } from '../../lib/pictures.ts'
import { fail } from '../../rpc/fail.ts'

const IMAGE_SIZE = 512

/**
 * The square to keep, as fractions of the width and height of the upright picture; `side` is a fraction of the shorter of the two.
 */
export type Crop = { readonly x: number; readonly y: number; readonly side: number }

/**
 * 512 px, upright, cropped (default: middle), without metadata. Throws IMAGE_INVALID, and SERVICE_UNAVAILABLE while too many wait.
 */
export async function createProfileImage(upload: Buffer, crop: Crop | undefined): Promise<Buffer> {
  try {
    return await withPicture(upload, (picture, { width, height }) => {
      // The picture is already upright here, and the crop is relative to the upright picture.
      if (crop) picture.extract(toArea(crop, width, height))
      return picture.resize(IMAGE_SIZE, IMAGE_SIZE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
    })
  } catch (error) {
    if (error instanceof NoPictureError) throw fail('IMAGE_INVALID')
    if (error instanceof TooManyPixelsError)
      throw fail(
        'IMAGE_INVALID',
        undefined,
        msg`This image has too many pixels. Please select one of at most 16 megapixels.`,
      )
    if (error instanceof QueueFullError) throw fail('SERVICE_UNAVAILABLE')
    throw error
  }
}

function toArea(crop: Crop, width: number, height: number) {
  const side = Math.max(1, Math.round(crop.side * Math.min(width, height)))
  return {
    left: Math.min(Math.round(crop.x * width), width - side),
    top: Math.min(Math.round(crop.y * height), height - side),
    width: side,
    height: side,
  }
}
