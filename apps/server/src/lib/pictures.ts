import { limits } from '@muster/domain/limits.ts'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { createConcurrencyLimit } from './concurrency-limit.ts'

// No other format may be decoded in this process, whatever a file claims to be: some formats expand a few bytes into gigabytes, and
// some execute their content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
// Use a single thread, because password hashing shares the pool, and keep no cache between pictures.
sharp.concurrency(1)
sharp.cache(false)

const mediaTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])
/**
 * Maximum number of pictures queued behind the one being decoded, each with its file in memory, and maximum seconds for processing
 * a picture.
 */
const MAX_WAITING = 8
const MAX_PROCESSING_SECONDS = 10

const queue = createConcurrencyLimit({
  running: 1,
  waiting: MAX_WAITING,
  createFullError: () => new QueueFullError('Too many pictures wait already'),
})

/** Thrown if too many pictures are already queued. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** Thrown if the file is not a picture of an accepted format, or is broken. */
export class NoPictureError extends Error {
  override name = 'NoPictureError'
}

/** Thrown if the picture exceeds the pixel limit. */
export class TooManyPixelsError extends Error {
  override name = 'TooManyPixelsError'
}

/**
 * JPEG, PNG, WebP or GIF, by content; one at a time. All frames' pixels are counted from the header before decoding. `work` gets the
 * first frame, upright. Throws NoPictureError, TooManyPixelsError, QueueFullError.
 */
export async function withPicture<T>(
  file: Buffer,
  work: (picture: Sharp, size: { width: number; height: number }) => Promise<T>,
): Promise<T> {
  const fileType = await fileTypeFromBuffer(file)
  if (!fileType || !mediaTypes.has(fileType.mime)) throw new NoPictureError('No picture of a known format')
  return queue.run('pictures', async () => {
    const size = await readSize(file)
    if (size.pixels > limits.pictureMaxPixels) throw new TooManyPixelsError('Too many pixels')
    const picture = sharp(file, { limitInputPixels: limits.pictureMaxPixels, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: MAX_PROCESSING_SECONDS })
    return work(picture, size).catch(throwNoPicture)
  })
}

async function readSize(file: Buffer): Promise<{ width: number; height: number; pixels: number }> {
  // This reads headers only. The library's own limit is off, to distinguish too many pixels from invalid pictures.
  const header = await sharp(file, { animated: true, limitInputPixels: false })
    .metadata()
    .catch(throwNoPicture)
  const { width, height, pageHeight = height, pages = 1, autoOrient } = header
  const uprightSize = pages > 1 ? { width, height: pageHeight } : autoOrient
  return { width: uprightSize.width, height: uprightSize.height, pixels: width * pageHeight * pages }
}

function throwNoPicture(): never {
  throw new NoPictureError('The picture cannot be read')
}
