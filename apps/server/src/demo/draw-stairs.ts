import { limits } from '@muster/domain/limits.ts'
import sharp from 'sharp'

const SIDES = { width: 1_280, height: 960 }

/** Draws a photo for the demo: grey stairs with a dark stain on two of the steps. */
export async function drawStairs(): Promise<{ whole: Buffer; small: Buffer }> {
  const steps = await Promise.all(
    Array.from({ length: 8 }, async (_, place) => ({
      input: await plain(SIDES.width - place * 90, 92, 60 + place * 20),
      left: place * 45,
      top: SIDES.height - (place + 1) * 110,
    })),
  )
  const stains = await Promise.all(
    [
      [380, 640, 300],
      [430, 530, 240],
    ].map(async ([left = 0, top = 0, width = 0]) => ({ input: await plain(width, 52, 22), left, top })),
  )
  const picture = sharp({ create: { ...SIDES, channels: 3, background: { r: 205, g: 210, b: 216 } } })
  const whole = await picture
    .composite([...steps, ...stains])
    .blur(2)
    .webp({ quality: 80 })
    .toBuffer()
  // The thumbnail is made here, because the image decoder accepts uploads only.
  const small = await sharp(whole)
    .resize(limits.thumbnailPx, limits.thumbnailPx, { fit: 'inside' })
    .webp({ quality: 70 })
    .toBuffer()
  return { whole, small }
}

/** Draws a grey bar. */
const plain = (width: number, height: number, grey: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer()
