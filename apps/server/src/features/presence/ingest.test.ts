import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { CountedMessage } from '../../doors/counted-message.ts'
import { hasCapacity } from './ingest.ts'

/** Posts a body of `bytes` bytes, optionally in chunks of a kilobyte. Returns the cost charged to the sender. */
async function measureCost(bytes: number, chunked: boolean): Promise<number> {
  let spent = 0
  const spend = (_key: string, cost: number) => {
    spent += cost
    return 0
  }
  const app = Fastify({ http: { IncomingMessage: CountedMessage } })
  const onRequest = hasCapacity({ consume: spend, wait: () => 0 }, () => 'somebody')
  app.post('/', { bodyLimit: 1024 * 1024, onRequest }, () => 'held')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = {
    'content-type': 'text/plain',
    ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
  }
  const status = await new Promise((done, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers }, answer => {
      answer.resume().once('end', () => done(answer.statusCode))
    })
    sent.once('error', reject)
    for (let left = bytes; left > 0; left -= 1_024) sent.write(' '.repeat(Math.min(left, 1_024)))
    sent.end()
  })
  expect(status).toBe(200)
  await app.close()
  return spent
}

it.each([
  [300, 0],
  [10_240, 5],
  [60_000, 29],
])('a body of %i bytes costs the same with or without an announced length', async (bytes, cost) => {
  expect([await measureCost(bytes, false), await measureCost(bytes, true)]).toEqual([cost, cost])
})
