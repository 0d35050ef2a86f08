import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressJson, createCompressionCache } from './compress-json.ts'

const longBody = { rows: Array.from({ length: 500 }, (_, n) => ({ n, name: 'Asha' })) }
let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  app.addHook('onSend', compressJson)
  app.get('/long', () => longBody)
  app.get('/short', () => ({ fine: true }))
})
afterAll(() => app.close())

const get = (url: string, acceptEncoding?: string) =>
  app.inject({ url, headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding } })

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['GZIP', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a long response for "%s" is compressed as %s', async (acceptEncoding, coding, unpack) => {
  const response = await get('/long', acceptEncoding)
  expect(response.headers).toMatchObject({
    'content-encoding': coding,
    vary: 'accept-encoding',
    'content-length': String(response.rawPayload.length),
  })
  expect(JSON.parse(unpack(response.rawPayload).toString())).toEqual(longBody)
  expect(response.rawPayload.length).toBeLessThan(JSON.stringify(longBody).length / 3)
})

test.each([undefined, '', '*', 'identity', 'br;q=0'])(
  'a response for %s is not compressed',
  async acceptEncoding => {
    const response = await get('/long', acceptEncoding)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.json()).toEqual(longBody)
  },
)

test('a short response is not compressed', async () => {
  const response = await get('/short', 'br')
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.json()).toEqual({ fine: true })
})

test('a constant response is compressed and cached once, for any number of requests', async () => {
  const sharedBody = createCompressionCache(() => JSON.stringify(longBody), 'application/json; charset=utf-8')
  const sentPayloads: unknown[] = []
  const app = Fastify()
  app.addHook('onSend', async (_request, _reply, payload) => {
    sentPayloads.push(payload)
    return payload
  })
  app.get('/same', sharedBody)
  for (const acceptEncoding of ['br', 'br', 'gzip', 'identity', 'identity']) {
    const response = await app.inject({ url: '/same', headers: { 'accept-encoding': acceptEncoding } })
    expect(response.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
  }
  const [brotli, secondBrotli, gzip, plain, secondPlain] = sentPayloads as Buffer[]
  expect(secondBrotli).toBe(brotli)
  expect(secondPlain).toBe(plain)
  expect(JSON.parse(brotliDecompressSync(brotli ?? '').toString())).toEqual(longBody)
  expect(JSON.parse(gunzipSync(gzip ?? '').toString())).toEqual(longBody)
  expect(JSON.parse(String(plain))).toEqual(longBody)
  await app.close()
})
