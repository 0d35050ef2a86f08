import { limits } from '@muster/domain/limits.ts'
import sharp from 'sharp'

const PICTURE_SIZE = { width: 1_280, height: 960 }

/** Draws a photo for the demo: grey stairs with a dark stain on two of the steps. */
export async function drawStairs(): Promise<{ whole: Buffer; small: Buffer }> {
  const steps = await Promise.all(
    Array.from({ length: 8 }, async (_, stepIndex) => ({
      input: await createPlainBlock(PICTURE_SIZE.width - stepIndex * 90, 92, 60 + stepIndex * 20),
      left: stepIndex * 45,
      top: PICTURE_SIZE.height - (stepIndex + 1) * 110,
    })),
  )
  const stains = await Promise.all(
    [
      [380, 640, 300],
      [430, 530, 240],
    ].map(async ([left = 0, top = 0, width = 0]) => ({
      input: await createPlainBlock(width, 52, 22),
      left,
      top,
    })),
  )
  const canvas = sharp({ create: { ...PICTURE_SIZE, channels: 3, background: { r: 205, g: 210, b: 216 } } })
  const fullImage = await canvas
    .composite([...steps, ...stains])
    .blur(2)
    .webp({ quality: 80 })
    .toBuffer()
  // The thumbnail is made here, because the product's image decoder accepts only uploads.
  const thumbnail = await sharp(fullImage)
    .resize(limits.thumbnailPx, limits.thumbnailPx, { fit: 'inside' })
    .webp({ quality: 70 })
    .toBuffer()
  return { whole: fullImage, small: thumbnail }
}

const createPlainBlock = (width: number, height: number, grey: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer()
