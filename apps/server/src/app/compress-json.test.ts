import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressJson, packedOnce } from './compress-json.ts'

const long = { rows: Array.from({ length: 500 }, (_, n) => ({ n, name: 'Asha' })) }
let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  app.addHook('onSend', compressJson)
  app.get('/long', () => long)
  app.get('/short', () => ({ fine: true }))
})
afterAll(() => app.close())

const get = (url: string, accept?: string) =>
  app.inject({ url, headers: accept === undefined ? {} : { 'accept-encoding': accept } })

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['GZIP', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a long response for "%s" is compressed as %s', async (accept, coding, unpack) => {
  const answer = await get('/long', accept)
  expect(answer.headers).toMatchObject({
    'content-encoding': coding,
    vary: 'accept-encoding',
    'content-length': String(answer.rawPayload.length),
  })
  expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(long)
  expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3)
})

test.each([undefined, '', '*', 'identity', 'br;q=0'])('a response for %s is not compressed', async accept => {
  const answer = await get('/long', accept)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers.vary).toBe('accept-encoding')
  expect(answer.json()).toEqual(long)
})

test('a short response is not compressed', async () => {
  const answer = await get('/short', 'br')
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toEqual({ fine: true })
})

test('a constant response is compressed and cached once, for any number of requests', async () => {
  const same = packedOnce(JSON.stringify(long), 'application/json; charset=utf-8')
  const sent: unknown[] = []
  const app = Fastify()
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload)
    return payload
  })
  app.get('/same', same)
  for (const accept of ['br', 'br', 'gzip', 'identity', 'identity']) {
    const answer = await app.inject({ url: '/same', headers: { 'accept-encoding': accept } })
    expect(answer.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
  }
  const [br, again, gzip, plain, plainAgain] = sent as Buffer[]
  expect(again).toBe(br)
  expect(plainAgain).toBe(plain)
  expect(JSON.parse(brotliDecompressSync(br ?? '').toString())).toEqual(long)
  expect(JSON.parse(gunzipSync(gzip ?? '').toString())).toEqual(long)
  expect(JSON.parse(String(plain))).toEqual(long)
  await app.close()
})
