import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostOptions, postOutside } from './post-outside.ts'

let server: Server
let port: number
const clientAddresses: string[] = []
beforeAll(async () => {
  server = createServer((request, answer) => {
    clientAddresses.push(`${request.method} ${request.url}`)
    if (request.url === '/silent') return
    if (request.url === '/moved') return answer.writeHead(302, { location: '/elsewhere' }).end('moved')
    if (request.url === '/endless') {
      answer.writeHead(200)
      const writeTimer = setInterval(() => answer.write('x'.repeat(1_000)), 1)
      answer.on('close', () => clearInterval(writeTimer))
      return
    }
    answer.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = (path: string, overrides: Partial<PostOptions> = {}) =>
  postOutside({
    address: `http://127.0.0.1:${port}${path}`,
    body: '{}',
    headers: {},
    allowPrivate: true,
    patienceMs: 5_000,
    maxBytes: 4_000,
    ...overrides,
  })

it('a name that resolves to a private address is refused before anything is sent, however innocent it looks', async () => {
  const postResolvingTo = (address: string, family = 4) =>
    post('/', {
      address: `https://hooks.example:${port}/`,
      allowPrivate: false,
      find: async () => [
        { address: '1.1.1.1', family: 4 },
        { address, family },
      ],
    })
  for (const privateAddress of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '0.0.0.0'])
    await expect(postResolvingTo(privateAddress), privateAddress).rejects.toThrow('open internet')
  for (const privateAddress of ['::1', '::ffff:127.0.0.1', 'fd00::1', 'fe80::1', 'ff02::1'])
    await expect(postResolvingTo(privateAddress, 6), privateAddress).rejects.toThrow('open internet')
  await expect(post('/', { allowPrivate: false })).rejects.toThrow('https')
  await expect(post('/', { address: `https://127.0.0.1:${port}/`, allowPrivate: false })).rejects.toThrow(
    'open internet',
  )
  await expect(post('/', { address: `https://2130706433:${port}/`, allowPrivate: false })).rejects.toThrow(
    'open internet',
  )
  expect(clientAddresses).toEqual([])
})

it('a redirect counts as a response and is not followed', async () => {
  expect(await post('/moved')).toEqual({ status: 302, beginning: 'moved' })
  expect(clientAddresses).toEqual(['POST /moved'])
})

it('only the beginning of an endless response is read', async () => {
  const { status, beginning } = await post('/endless')
  expect([status, beginning.length]).toEqual([200, 4_000])
})

it('a silent host times out', async () => {
  await expect(post('/silent', { patienceMs: 100 })).rejects.toThrow('No answer within 0.1 seconds')
  const silentPost = post('/', {
    address: 'https://hooks.example',
    allowPrivate: false,
    patienceMs: 100,
    find: () => new Promise(() => undefined),
  })
  await expect(silentPost).rejects.toThrow('No answer')
})
