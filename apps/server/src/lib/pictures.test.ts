import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { NoPictureError, QueueFullError, TooManyPixelsError, withPicture } from './pictures.ts'

const createPlainPicture = (width: number, height = width): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#dc6068' },
    limitInputPixels: false,
  })
const toSmallPng = (picture: Sharp) => picture.resize(8, 8).png().toBuffer()
const formats = ['jpeg', 'png', 'webp', 'gif'] as const

describe('a picture', () => {
  it.each(formats)('is decoded if its format is %s', async kind => {
    const file = await createPlainPicture(40, 20).toFormat(kind).toBuffer()
    const size = await withPicture(file, async (picture, size) => {
      await toSmallPng(picture)
      return size
    })
    expect(size).toMatchObject({ width: 40, height: 20 })
  })

  it('is rotated upright before it is measured', async () => {
    const file = await createPlainPicture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await withPicture(file, async (_, size) => size)).toMatchObject({ width: 20, height: 40 })
  })

  it.each(['avif', 'tiff'] as const)('is refused if its format is %s', async kind => {
    const file = await createPlainPicture(40).toFormat(kind).toBuffer()
    await expect(withPicture(file, toSmallPng)).rejects.toThrow(NoPictureError)
    // Decoding must fail even if the format is misdetected.
    await expect(sharp(file).metadata()).rejects.toThrow()
  })

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '', 'GIF89a', '\u0089PNG\r\n\u001a\n'])(
    'is refused if its content is invalid (%j)',
    async text => {
      await expect(withPicture(Buffer.from(text, 'latin1'), toSmallPng)).rejects.toThrow(NoPictureError)
    },
  )
})

/** Small pictures whose headers claim 7,000 by 7,000 pixels, as in a decompression bomb. */
const createBombByFormat = {
  async png() {
    const file = await createPlainPicture(8).png().toBuffer()
    file.writeUInt32BE(7_000, 16)
    file.writeUInt32BE(7_000, 20)
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
    return file
  },
  async jpeg() {
    const file = await createPlainPicture(8).jpeg().toBuffer()
    const frameOffset = file.indexOf(Buffer.from([0xff, 0xc0]))
    file.writeUInt16BE(7_000, frameOffset + 5)
    file.writeUInt16BE(7_000, frameOffset + 7)
    return file
  },
  async webp() {
    const file = await createPlainPicture(8).webp().toBuffer()
    const startOffset = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
    file.writeUInt16LE(7_000, startOffset + 3)
    file.writeUInt16LE(7_000, startOffset + 5)
    return file
  },
  async gif() {
    const file = await createPlainPicture(8).gif().toBuffer()
    const frameOffset = file.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0]))
    for (const at of [6, 8, frameOffset + 5, frameOffset + 7]) file.writeUInt16LE(7_000, at)
    return file
  },
}

describe('a decompression bomb', () => {
  it.each(formats)('is refused without being decoded: 49 megapixels as %s', async kind => {
    await expect(withPicture(await createBombByFormat[kind](), toSmallPng)).rejects.toThrow(
      TooManyPixelsError,
    )
  })

  it.each(['gif', 'webp'] as const)('is refused: 20 frames of a megapixel as %s', async kind => {
    const framePixels = 20 * 20
    const raw = Buffer.from(
      Array.from({ length: 20 * framePixels * 3 }, (_, n) => Math.floor(n / (framePixels * 3)) * 12),
    )
    const file = await sharp(raw, { raw: { width: 20, height: 400, channels: 3, pageHeight: 20 } })
      .toFormat(kind)
      .toBuffer()
    await expect(withPicture(file, toSmallPng)).resolves.toBeInstanceOf(Buffer)
    if (kind === 'gif') {
      file.writeUInt16LE(1_000, 6)
      file.writeUInt16LE(1_000, 8)
    } else {
      const canvasOffset = file.indexOf('VP8X') + 12
      file.writeUIntLE(999, canvasOffset, 3)
      file.writeUIntLE(999, canvasOffset + 3, 3)
    }
    await expect(withPicture(file, toSmallPng)).rejects.toThrow(TooManyPixelsError)
  })
})

it('a few of thirty concurrent pictures wait, and the others are refused at once', async () => {
  const file = await createPlainPicture(500).png().toBuffer()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => withPicture(file, toSmallPng)))
  const queueFullErrors = outcomes.filter(
    it => it.status === 'rejected' && it.reason instanceof QueueFullError,
  )
  expect(queueFullErrors).toHaveLength(21)
})
