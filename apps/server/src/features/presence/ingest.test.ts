import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createCapacityHook } from '../../doors/capacity.ts'
import { CountedMessage } from '../../doors/counted-message.ts'

/** Posts a body of `bytes` bytes, optionally in chunks of a kilobyte. Returns the cost charged to the sender. */
async function measureCost(bytes: number, chunked: boolean): Promise<number> {
  let totalCost = 0
  const charge = (_key: string, cost: number) => {
    totalCost += cost
    return 0
  }
  const app = Fastify({ http: { IncomingMessage: CountedMessage } })
  const onRequest = createCapacityHook({ consume: charge, wait: () => 0 }, () => 'somebody')
  app.post('/', { bodyLimit: 1024 * 1024, onRequest }, () => 'held')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = {
    'content-type': 'text/plain',
    ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
  }
  const status = await new Promise((resolve, reject) => {
    const clientRequest = request({ port, host: '127.0.0.1', method: 'POST', headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    clientRequest.once('error', reject)
    for (let bytesLeft = bytes; bytesLeft > 0; bytesLeft -= 1_024)
      clientRequest.write(' '.repeat(Math.min(bytesLeft, 1_024)))
    clientRequest.end()
  })
  expect(status).toBe(200)
  await app.close()
  return totalCost
}

it.each([
  [300, 0],
  [10_240, 5],
  [60_000, 29],
])('a body of %i bytes costs the same with or without an announced length', async (bytes, cost) => {
  expect([await measureCost(bytes, false), await measureCost(bytes, true)]).toEqual([cost, cost])
})
