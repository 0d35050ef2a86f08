import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { type CraftedEntry, craftZip } from '../../../lib/testing/craft-zip.ts'

const createImage = (width = 40, height = 20): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#dc6068' } })

export const jpeg = () => createImage().jpeg().toBuffer()
export const png = () => createImage().png().toBuffer()

/** Creates a photo whose metadata contains a rotation and the position where it was taken. */
export const photoWithPosition = () =>
  createImage()
    .withExif({
      IFD0: { Make: 'A phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Creates a small picture whose header claims 50,000 by 50,000 pixels. */
export async function hugePng(): Promise<Buffer> {
  const file = await png()
  file.writeUInt32BE(50_000, 16)
  file.writeUInt32BE(50_000, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

/** Creates an animation of two frames, red and then blue. */
export async function animatedGif(): Promise<Buffer> {
  const frames = ['#ff0000', '#0000ff'].map(background =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** Creates content that starts like a GIF but is also a valid script: an assignment to `GIF89a`, then a call. */
export const gifScript = () =>
  Buffer.from('GIF89a/*\u0000\u0000\u0000*/=1;alert(document.cookie)//;', 'latin1')

export const pdf = (body = '') => Buffer.from(`%PDF-1.7\n${body}\ntrailer << /Root 1 0 R >>\n%%EOF\n`)
export const pdfWithScript = () =>
  pdf('1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert\\("x"\\)) >> >> endobj')

/** Creates the shortest file that is recognised as a video. */
export const mp4 = (length = 64) =>
  Buffer.concat(
    [Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isommp42', 'latin1')],
    length,
  )

/** Creates a file with the signature of a picture or video format that no browser displays, as do the functions below. */
export const bmp = () => Buffer.concat([Buffer.from('BM')], 128)
export const tiff = () => Buffer.concat([Buffer.from('49492a0008000000000000000000', 'hex')], 128)
export const heic = () =>
  Buffer.concat(
    [Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1')],
    128,
  )
export const mkv = () => Buffer.concat([Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')], 128)
export const avi = () => Buffer.concat([Buffer.from('RIFF\u0078\u0000\u0000\u0000AVI LIST', 'latin1')], 128)

/** Creates a compound file, the format of office documents before 2007. */
export const createCompoundFile = () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex')], 2_048)

const officeTypes = {
  docx: ['word/document.xml', 'wordprocessingml.document.main+xml'],
  docm: ['word/document.xml', 'ms-word.document.macroEnabled.main+xml'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet.main+xml'],
} as const

/** Creates a Word or Excel document with additional entries. `typesLast` puts the content types last, as LibreOffice does. */
export function createOfficeFile(
  kind: keyof typeof officeTypes,
  entries: readonly CraftedEntry[] = [],
  { typesLast = false } = {},
): Buffer {
  const [mainPart, type] = officeTypes[kind]
  const name = kind === 'docm' ? type : `openxmlformats-officedocument.${type}`
  const types = {
    path: '[Content_Types].xml',
    content: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${mainPart}" ContentType="application/vnd.${name}"/></Types>`,
  }
  const files = [{ path: mainPart, content: '<document/>' }, ...entries]
  return craftZip(typesLast ? [...files, types] : [types, ...files])
}
