import { connect } from 'node:net'
import { limits } from '@muster/domain/limits.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { craftZip } from '../../lib/testing/craft-zip.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import {
  animatedGif,
  avi,
  bmp,
  createCompoundFile,
  createOfficeFile,
  gifScript,
  heic,
  hugePng,
  jpeg,
  mkv,
  mp4,
  pdf,
  pdfWithScript,
  photoWithPosition,
  png,
  tiff,
} from './testing/crafted-files.ts'
import { type Content, createUploadWorld, type UploadWorld } from './testing/upload-world.ts'

const MAX_BYTES = limits.attachmentMaxBytes

let world: UploadWorld
let zone: TestZone
let ann: TestUser
let hazardId: string
beforeAll(async () => {
  world = await createUploadWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  ;({ zone, ann } = await world.zoneOfPeople())
  hazardId = await world.report(ann, zone)
})
afterEach(() => {
  expect(world.takeErrors()).toEqual([])
})

const send = (name: string, content: Content, type?: string) =>
  world.send(ann, world.hazardAddress(hazardId, { zoneId: zone.id, name }), content, type)
const listFiles = (id = hazardId) => world.stored().then(paths => paths.filter(path => path.includes(id)))
const listRows = (id = hazardId) => world.rows().then(rows => rows.filter(({ path }) => path.includes(id)))
/** Returns the number of people whose uploads the rate limit has counted. */
const countTakenTries = () =>
  world.db.pool
    .query("select count(*) from rate_limits where key like 'attachment:%'")
    .then(({ rows }) => rows[0].count)
const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${world.origin}${url}`, { headers })
const readContent = async (url: string) => Buffer.from(await (await fetchFile(url)).arrayBuffer())

const html = '<!doctype html><script>alert(document.cookie)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const kindRefusedText =
  'Only images, videos, PDF, Word and Excel files can be attached, and the file extension must match the content.'
const unreadableText = 'This file can’t be read. It may be damaged.'
const tooLargeText = 'File size must be less than 10MB'
const refusals = {
  FILE_KIND_REFUSED: { status: 422, message: kindRefusedText },
  FILE_UNREADABLE: { status: 422, message: unreadableText },
  FILE_EMPTY: { status: 422, message: 'This file is empty.' },
  FILE_TOO_LARGE: { status: 413, message: tooLargeText },
  PICTURE_TOO_LARGE: { status: 422, message: 'This picture’s resolution is too high. Choose a smaller one.' },
} as const

const megabyte = Buffer.alloc(1024 * 1024)
/** Creates an entry of a megabyte of zeros, which compress a thousandfold. */
const createZeroEntry = (declaredSize?: number) => ({
  path: 'word/noughts.bin',
  content: megabyte,
  ...(declaredSize !== undefined && { says: declaredSize }),
})

describe('a refused file leaves nothing stored', () => {
  const refusedFiles: [string, string, () => Content | Promise<Content>, keyof typeof refusals][] = [
    ['a page called a picture', 'photo.jpg', () => html, 'FILE_KIND_REFUSED'],
    ['a page called a PDF', 'plan.pdf', () => html, 'FILE_KIND_REFUSED'],
    ['a page', 'page.html', () => html, 'FILE_KIND_REFUSED'],
    ['a page called a drawing', 'drawing.svg', () => html, 'FILE_KIND_REFUSED'],
    ['a drawing called a picture', 'drawing.jpg', () => svg, 'FILE_KIND_REFUSED'],
    ['a script that starts as a GIF', 'dance.gif', gifScript, 'FILE_UNREADABLE'],
    ['a script that starts as a GIF, called a script', 'dance.js', gifScript, 'FILE_KIND_REFUSED'],
    ['a picture with a second ending', 'photo.jpg.exe', jpeg, 'FILE_KIND_REFUSED'],
    ['a picture called another kind of picture', 'photo.png', jpeg, 'FILE_KIND_REFUSED'],
    ['a name that is turned around', 'photo\u202egpj.exe', jpeg, 'FILE_KIND_REFUSED'],
    ['a name without an ending', 'photo', jpeg, 'FILE_KIND_REFUSED'],
    ['a name that is a folder', '..', jpeg, 'FILE_KIND_REFUSED'],
    ['a plain archive', 'files.zip', () => craftZip([createZeroEntry()]), 'FILE_KIND_REFUSED'],
    [
      'a plain archive called a document',
      'plan.docx',
      () => craftZip([createZeroEntry()]),
      'FILE_KIND_REFUSED',
    ],
    ['a document with macros', 'plan.docm', () => createOfficeFile('docm'), 'FILE_KIND_REFUSED'],
    [
      'a document with macros called one without',
      'plan.docx',
      () => createOfficeFile('docm'),
      'FILE_KIND_REFUSED',
    ],
    ['a document called a table', 'plan.xlsx', () => createOfficeFile('docx'), 'FILE_KIND_REFUSED'],
    [
      'a document that says it unfolds to gigabytes',
      'plan.docx',
      () => createOfficeFile('docx', [createZeroEntry(4_000_000_000)]),
      'FILE_UNREADABLE',
    ],
    [
      'a document of many entries that unfold to 300 MB together',
      'plan.docx',
      () =>
        createOfficeFile(
          'docx',
          Array.from({ length: 300 }, (_, n) => ({ ...createZeroEntry(), path: `word/${n}.bin` })),
        ),
      'FILE_UNREADABLE',
    ],
    [
      'a document that is cut off',
      'plan.docx',
      () => createOfficeFile('docx', [createZeroEntry()]).subarray(0, -40),
      'FILE_UNREADABLE',
    ],
    ['a picture that says 50,000 by 50,000', 'wall.png', hugePng, 'PICTURE_TOO_LARGE'],
    [
      'a picture that is cut off',
      'photo.jpg',
      async () => (await jpeg()).subarray(0, -60),
      'FILE_UNREADABLE',
    ],
    [
      'the first bytes of a picture',
      'photo.jpg',
      async () => (await jpeg()).subarray(0, 12),
      'FILE_UNREADABLE',
    ],
    ['an empty file', 'photo.jpg', () => '', 'FILE_EMPTY'],
    ['10 MB and a byte', 'clip.mp4', () => mp4(MAX_BYTES + 1), 'FILE_TOO_LARGE'],
    [
      '10 MB and a byte, no length announced',
      'clip.mp4',
      () => toChunkedStream(mp4(MAX_BYTES + 1)),
      'FILE_TOO_LARGE',
    ],
  ]
  it.each(refusedFiles)('%s (%s)', async (_, name, content, code) => {
    const { status, body } = await send(name, await content())
    expect({ status, code: body.code, message: body.message }).toEqual({ code, ...refusals[code] })
    expect([await listFiles(), await listRows()]).toEqual([[], []])
    const hazard = await world.call(ann).hazards.get({ zoneId: zone.id, hazardId })
    expect([hazard.attachments, hazard.files]).toEqual([0, []])
  })

  it('an endless body is read no further than the limit', async () => {
    let sentBytes = 0
    const endlessBody = new ReadableStream<Uint8Array>({
      pull(controller) {
        sentBytes += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const response = await send('clip.mp4', endlessBody).catch(() => null)
    // A client that keeps sending may be disconnected before it reads the response.
    if (response) expect(response.body.code).toBe('FILE_TOO_LARGE')
    expect(sentBytes).toBeLessThan(4 * MAX_BYTES)
    expect([await listFiles(), await listRows()]).toEqual([[], []])
  })

  it.each([
    ['by its sender', ''],
    ['by its sender, no length announced', 'chunked'],
  ])('one that is cut off in transit %s', async (_, encoding) => {
    const [photo, triesBefore] = [await jpeg(), await countTakenTries()]
    const lengthHeader = encoding ? 'transfer-encoding: chunked' : `content-length: ${photo.length + 1_000}`
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
    const path = world.hazardAddress(hazardId, { zoneId: zone.id })
    socket.write(
      `PUT ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\ncontent-type: image/jpeg\r\n${lengthHeader}\r\n\r\n`,
    )
    if (encoding) socket.write(`${photo.length.toString(16)}\r\n`)
    await new Promise(done => socket.write(photo, done))
    await vi.waitFor(async () => expect(await countTakenTries()).toBe(triesBefore + 1))
    socket.destroy()
    // The next picture goes through the same queue, so the first one has been fully processed once this upload succeeds.
    expect((await send('next.jpg', photo)).status).toBe(200)
    expect(await listRows()).toHaveLength(1)
    expect(await listFiles()).toHaveLength(2)
  })
})

describe('an accepted file', () => {
  type ExpectedFile = { kind: string; type: string; inline: boolean; same?: boolean }
  const expectedPicture: ExpectedFile = { kind: 'picture', type: 'image/webp', inline: true }
  const createExpectedDownload = (kind: string): ExpectedFile => ({
    kind,
    type: 'application/octet-stream',
    inline: false,
    same: true,
  })
  const expectedVideo: ExpectedFile = { kind: 'video', type: 'video/mp4', inline: true, same: true }
  const acceptedFiles: [string, string, () => Buffer | Promise<Buffer>, ExpectedFile][] = [
    ['a photo', 'Leak at gate 4.JPG', jpeg, expectedPicture],
    [
      'a photo with a page behind it',
      'photo.jpg',
      async () => Buffer.concat([await jpeg(), Buffer.from(html)]),
      expectedPicture,
    ],
    [
      'a photo with an archive behind it',
      'photo.jpg',
      async () => Buffer.concat([await jpeg(), craftZip([createZeroEntry()])]),
      expectedPicture,
    ],
    ['a picture with two endings, the last one right', 'page.html.png', png, expectedPicture],
    ['an animated picture', 'dance.gif', animatedGif, expectedPicture],
    ['a video', 'clip.mp4', mp4, expectedVideo],
    ['a video of exactly 10 MB', 'clip.mp4', () => mp4(MAX_BYTES), expectedVideo],
    ['a drawing with a script', 'drawing.svg', () => Buffer.from(svg), createExpectedDownload('office')],
    ['a bitmap', 'scan.bmp', bmp, createExpectedDownload('office')],
    ['a TIFF', 'scan.tif', tiff, createExpectedDownload('office')],
    ['a HEIC photo', 'IMG_0001.HEIC', heic, createExpectedDownload('office')],
    ['a Matroska video', 'gate.mkv', mkv, createExpectedDownload('office')],
    ['an AVI video', 'gate.avi', avi, createExpectedDownload('office')],
    ['a PDF', 'plan.pdf', pdf, createExpectedDownload('pdf')],
    ['a PDF with a script', 'plan.pdf', pdfWithScript, createExpectedDownload('pdf')],
    ['a PDF with a page in it', 'plan.pdf', () => pdf(html), createExpectedDownload('pdf')],
    [
      'a PDF of exactly 10 MB',
      'plan.pdf',
      () => Buffer.concat([pdf()], MAX_BYTES),
      createExpectedDownload('pdf'),
    ],
    [
      'a document',
      'plan.docx',
      () => createOfficeFile('docx', [createZeroEntry()]),
      createExpectedDownload('office'),
    ],
    [
      'a document with an archive in it that unfolds to gigabytes',
      'plan.docx',
      () =>
        createOfficeFile('docx', [
          { path: 'word/embeddings/inner.zip', content: craftZip([createZeroEntry(4_000_000_000)]) },
        ]),
      createExpectedDownload('office'),
    ],
    [
      'a document as LibreOffice writes it',
      'plan.docx',
      () => createOfficeFile('docx', [createZeroEntry()], { typesLast: true }),
      createExpectedDownload('office'),
    ],
    [
      'a table with long sizes',
      'list.xlsx',
      () => createOfficeFile('xlsx', [{ path: 'xl/sheet1.xml', content: '<sheet/>', zip64: true }]),
      createExpectedDownload('office'),
    ],
    ['an old document', 'plan.doc', createCompoundFile, createExpectedDownload('office')],
  ]
  it.each(acceptedFiles)(
    '%s (%s) is served so that nothing in it executes',
    async (_, name, content, expected) => {
      const original = await content()
      const { status, body } = await send(name, original, 'text/html')
      expect([status, body.message]).toEqual([200, undefined])
      const { attachment } = body
      expect(attachment.kind).toBe(expected.kind)
      expect(attachment.name).toBe(expected.kind === 'picture' ? name.replace(/\.\w+$/, '.webp') : name)

      const fullResponse = await fetchFile(attachment.url)
      const receivedContent = Buffer.from(await fullResponse.arrayBuffer())
      expect(receivedContent.length).toBe(attachment.size)
      if (expected.same) expect(receivedContent.equals(original)).toBe(true)
      else expect((await sharp(receivedContent).metadata()).format).toBe('webp')
      const rangeResponse = await fetchFile(attachment.url, { range: 'bytes=4-7' })
      expect([rangeResponse.status, Buffer.from(await rangeResponse.arrayBuffer())]).toEqual([
        206,
        receivedContent.subarray(4, 8),
      ])
      const urls = [attachment.url, ...(attachment.thumbnailUrl ? [attachment.thumbnailUrl] : [])]
      const responses = [rangeResponse, ...(await Promise.all(urls.map(url => fetchFile(url))))]
      for (const { headers } of responses) {
        expect(headers.get('content-type')).toBe(expected.type)
        expect(headers.get('content-disposition')).toMatch(expected.inline ? /^inline; / : /^attachment; /)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(headers.get('accept-ranges')).toBe('bytes')
      }
      expect(attachment.thumbnailUrl !== null).toBe(expected.kind === 'picture')
      expect(await listFiles()).toHaveLength(urls.length)
    },
  )

  it('may have 10 MB without a declared length', async () => {
    const { status, body } = await send('clip.mp4', toChunkedStream(mp4(MAX_BYTES)))
    expect([status, body.attachment.size]).toEqual([200, MAX_BYTES])
  })

  it('loses its location metadata and is rotated upright if it is a picture', async () => {
    const photo = await photoWithPosition()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { attachment } = (await send('photo.jpg', photo)).body
    for (const url of [attachment.url, attachment.thumbnailUrl ?? '']) {
      const content = await readContent(url)
      const { exif, xmp, iptc, width, height } = await sharp(content).metadata()
      expect([exif, xmp, iptc, width, height]).toEqual([undefined, undefined, undefined, 20, 40])
      expect(content.includes('GPS') || content.includes('A phone')).toBe(false)
    }
  })

  it('loses data appended to a picture, and keeps the first frame of an animation', async () => {
    const photoWithHtml = Buffer.concat([await jpeg(), Buffer.from(html)])
    const photo = (await send('photo.jpg', photoWithHtml)).body.attachment
    expect((await readContent(photo.url)).includes('alert')).toBe(false)
    const animation = (await send('dance.gif', await animatedGif())).body.attachment
    const { pages = 1, width, height } = await sharp(await readContent(animation.url)).metadata()
    expect([pages, width, height]).toEqual([1, 20, 20])
    const { channels } = await sharp(await readContent(animation.url)).stats()
    expect(channels.slice(0, 3).map(({ mean }) => mean > 128)).toEqual([true, false, false])
  })

  it('is scaled down if it is a large picture', async () => {
    const widePhoto = await sharp({
      create: { width: 4_000, height: 1_000, channels: 3, background: '#234' },
    })
      .jpeg()
      .toBuffer()
    const { attachment } = (await send('wide.jpg', widePhoto)).body
    const sizes = []
    for (const url of [attachment.url, attachment.thumbnailUrl ?? '']) {
      const { width, height } = await sharp(await readContent(url)).metadata()
      sizes.push([width, height])
    }
    expect(sizes).toEqual([
      [2_560, 640],
      [480, 120],
    ])
  })
})

describe('the name of a file', () => {
  it.each([
    ['../../../etc/passwd.jpg', 'passwd.webp'],
    ['C:\\Windows\\..\\photo.jpg', 'photo.webp'],
    ['two\r\nlines\u0007 \u202eof it.jpg', 'two lines of it.webp'],
    [`${'x'.repeat(251)}.jpg`, `${'x'.repeat(195)}.webp`],
    ['"><script>.jpg', '"><script>.webp'],
  ])('%j is stored as %j and has no influence on the path', async (name, storedName) => {
    const { attachment } = (await send(name, await jpeg())).body
    expect(attachment.name).toBe(storedName)
    const paths = await listFiles()
    expect(paths).toHaveLength(2)
    for (const path of paths)
      expect(path).toMatch(new RegExp(`^hazard-attachments/${hazardId}/\\d+-[0-9a-f]{12}(\\.thumb)?\\.webp$`))
  })

  it.each(['', ' \u202e ', 'a\u0000b.jpg'])('%j is invalid', async name => {
    expect((await send(name, await jpeg())).status).toBe(404)
    expect(await listFiles()).toEqual([])
  })
})

/** Creates a body without a declared length. */
function toChunkedStream(content: Buffer): ReadableStream<Uint8Array> {
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      if (offset >= content.length) return controller.close()
      controller.enqueue(new Uint8Array(content.subarray(offset, offset + 65_536)))
      offset += 65_536
    },
  })
}
