import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendError } from '../app/http-errors.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { createSignedLinks } from '../lib/signed-links.ts'
import { registerFilesDoor } from './files-door.ts'

let folder: string
let app: FastifyInstance
const links = createSignedLinks('a secret of the tests')
const activeSessionId = 'session-1'
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-door-'))
  const files = createLocalFiles(folder)
  await files.put('avatars/a/photo.webp', Buffer.from('0123456789'))
  await files.put('plans/page.html', Buffer.from('<script>alert(1)</script>'))
  app = Fastify()
  app.setErrorHandler(sendError)
  registerFilesDoor(app, { files, links, mayRead: async session => session === activeSessionId })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: links.linkTo(path, activeSessionId), headers })
const photoPath = 'avatars/a/photo.webp'

it('a whole file has its size, its name and a hint that ranges are supported', async () => {
  const response = await get(photoPath)
  expect([response.statusCode, response.body]).toEqual([200, '0123456789'])
  expect(response.headers).toMatchObject({
    'content-length': '10',
    'accept-ranges': 'bytes',
    'content-disposition': 'inline; filename="photo.webp"',
  })
})

it.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=5-500', '56789', 'bytes 5-9/10'],
])('the requested part is returned exactly: %s', async (range, body, content) => {
  const response = await get(photoPath, { range })
  expect([response.statusCode, response.body]).toEqual([206, body])
  expect(response.headers).toMatchObject({ 'content-range': content, 'content-length': String(body.length) })
})

it('an unsatisfiable range is refused with the size', async () => {
  const response = await get(photoPath, { range: 'bytes=10-' })
  expect(response.statusCode).toBe(416)
  expect(response.headers['content-range']).toBe('bytes */10')
  expect(response.headers['cache-control']).toBeUndefined()
})

it.each([{ range: 'bytes=0-1,3-4' }, { range: 'bytes=2-4', 'if-range': '"some mark"' }])(
  '%j returns the whole file',
  async headers => {
    const response = await get(photoPath, headers)
    expect([response.statusCode, response.body]).toEqual([200, '0123456789'])
  },
)

it('files that could contain scripts are served as downloads only', async () => {
  const { headers } = await get('plans/page.html')
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="page.html"',
  })
})

it('HEAD returns the same as GET, without the content', async () => {
  const response = await get(photoPath, {}, 'HEAD')
  expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([200, '', '10'])
})

it('a missing file, a range of a missing file and a wrong link get the same answer', async () => {
  const missingResponse = await get('avatars/a/none.webp')
  const missingRangeResponse = await get('avatars/a/none.webp', { range: 'bytes=0-1' })
  const wrongSignatureResponse = await app.inject({ url: `${links.linkTo(photoPath, activeSessionId)}x` })
  const endedSessionResponse = await app.inject({ url: links.linkTo(photoPath, 'session-2') })
  const wrongSessionResponse = await app.inject({
    url: links.linkTo(photoPath, 'session-2').replace('session-2', activeSessionId),
  })
  expect([endedSessionResponse.statusCode, endedSessionResponse.body]).toEqual([
    wrongSignatureResponse.statusCode,
    wrongSignatureResponse.body,
  ])
  expect([wrongSessionResponse.statusCode, wrongSessionResponse.body]).toEqual([
    wrongSignatureResponse.statusCode,
    wrongSignatureResponse.body,
  ])
  expect([missingResponse.statusCode, missingResponse.body]).toEqual([
    wrongSignatureResponse.statusCode,
    wrongSignatureResponse.body,
  ])
  expect([missingRangeResponse.statusCode, missingRangeResponse.body]).toEqual([
    wrongSignatureResponse.statusCode,
    wrongSignatureResponse.body,
  ])
})
