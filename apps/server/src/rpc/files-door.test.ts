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
const activeSession = 'session-1'
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-door-'))
  const files = createLocalFiles(folder)
  await files.put('avatars/a/photo.webp', Buffer.from('0123456789'))
  await files.put('plans/page.html', Buffer.from('<script>alert(1)</script>'))
  app = Fastify()
  app.setErrorHandler(sendError)
  registerFilesDoor(app, { files, links, mayRead: async session => session === activeSession })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: links.linkTo(path, activeSession), headers })
const photo = 'avatars/a/photo.webp'

it('a whole file has its size, its name and a hint that ranges are supported', async () => {
  const answer = await get(photo)
  expect([answer.statusCode, answer.body]).toEqual([200, '0123456789'])
  expect(answer.headers).toMatchObject({
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
  const answer = await get(photo, { range })
  expect([answer.statusCode, answer.body]).toEqual([206, body])
  expect(answer.headers).toMatchObject({ 'content-range': content, 'content-length': String(body.length) })
})

it('an unsatisfiable range is refused with the size', async () => {
  const answer = await get(photo, { range: 'bytes=10-' })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe('bytes */10')
  expect(answer.headers['cache-control']).toBeUndefined()
})

it.each([{ range: 'bytes=0-1,3-4' }, { range: 'bytes=2-4', 'if-range': '"some mark"' }])(
  '%j returns the whole file',
  async headers => {
    const answer = await get(photo, headers)
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789'])
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
  const answer = await get(photo, {}, 'HEAD')
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '10'])
})

it('a missing file, a range of a missing file and a wrong link get the same answer', async () => {
  const missingResponse = await get('avatars/a/none.webp')
  const missingRange = await get('avatars/a/none.webp', { range: 'bytes=0-1' })
  const wrongSignature = await app.inject({ url: `${links.linkTo(photo, activeSession)}x` })
  const endedSession = await app.inject({ url: links.linkTo(photo, 'session-2') })
  const response = await app.inject({
    url: links.linkTo(photo, 'session-2').replace('session-2', activeSession),
  })
  expect([endedSession.statusCode, endedSession.body]).toEqual([
    wrongSignature.statusCode,
    wrongSignature.body,
  ])
  expect([response.statusCode, response.body]).toEqual([wrongSignature.statusCode, wrongSignature.body])
  expect([missingResponse.statusCode, missingResponse.body]).toEqual([
    wrongSignature.statusCode,
    wrongSignature.body,
  ])
  expect([missingRange.statusCode, missingRange.body]).toEqual([
    wrongSignature.statusCode,
    wrongSignature.body,
  ])
})
