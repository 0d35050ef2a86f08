import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fail } from '../rpc/fail.ts'
import { createRequestHead, openRawSocket, type RawSocket, sendEndlessBody } from './testing/raw-socket.ts'
import { type ServedDoors, serveDoors, shortLimits } from './testing/serve-doors.ts'

const MB = 1024 * 1024
/** Maximum time (ms) to wait for a response. It is generous, because no test here is about speed. */
const ANSWER_TIMEOUT_MS = 15_000

let server: ServedDoors
const openSockets: RawSocket[] = []
beforeAll(async () => {
  server = await serveDoors(shortLimits)
})
afterEach(() => {
  for (const { socket } of openSockets.splice(0)) socket.destroy()
})
afterAll(() => server.app.close())

async function openConnection(text = '', port = server.port) {
  const rawSocket = await openRawSocket(port, text)
  openSockets.push(rawSocket)
  return rawSocket
}

describe('methods', () => {
  it.each([
    ['/rpc/auth/settings', ['GET', 'HEAD', 'TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']],
    ['/rpc/nothing', ['HEAD', 'TRACE']],
    ['/api/auth/settings', ['HEAD', 'TRACE', 'OPTIONS', 'QUERY']],
    ['/api/openapi.json', ['TRACE', 'OPTIONS']],
    ['/livez', ['POST', 'TRACE', 'OPTIONS', 'DELETE']],
    ['/livez/', ['POST']],
    ['/upload', ['GET', 'HEAD', 'TRACE', 'POST']],
  ] as const)('are limited to those served at %s', async (url, methods) => {
    for (const method of methods) {
      const response = await server.app.inject({ method: method as 'GET', url })
      expect(response.statusCode, method).toBe(405)
      expect(response.headers.allow, method).not.toContain(method)
    }
  })

  it('are listed in the response', async () => {
    const response = await server.app.inject({ method: 'PUT', url: '/rpc/auth/settings' })
    expect(response.headers.allow).toBe('POST')
    expect(response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
  })

  it('belong to an API path itself, not to its neighbours', async () => {
    const response = await server.app.inject({ method: 'PUT', url: '/api/auth/settings' })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET')
    const zoneResponse = await server.app.inject({
      method: 'PATCH',
      url: `/api/zones/${crypto.randomUUID()}/check`,
    })
    expect([zoneResponse.statusCode, zoneResponse.headers.allow]).toEqual([405, 'POST'])
    const countResponse = await server.app.inject({ method: 'DELETE', url: '/api/users/count' })
    expect([countResponse.statusCode, countResponse.headers.allow]).toEqual([405, 'GET'])
    expect((await server.app.inject({ method: 'GET', url: '/api/nowhere' })).statusCode).toBe(404)
  })

  it('do not matter for an unknown path', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/nowhere' })).statusCode).toBe(404)
    expect((await server.app.inject({ method: 'TRACE', url: '/nowhere' })).statusCode).toBe(404)
  })
})

it('calls have headers against display, storage and sniffing in browsers, including on errors', async () => {
  for (const url of ['/api/auth/settings', '/api/auth/settings?unknown=1']) {
    const { headers } = await server.app.inject({ method: 'GET', url })
    expect(headers, url).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  const { headers } = await server.app.inject({ method: 'GET', url: '/api' })
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['permissions-policy']).toContain('geolocation=(self), camera=(self)')
  expect(headers['permissions-policy']).toContain('microphone=()')
})

it('devices and tracking apps get the same headers, also on refusals', async () => {
  for (const url of ['/ingest/positions', '/ingest/owntracks', '/ingest/overland', '/ingest/osmand'])
    for (const payload of [{}, 'no JSON']) {
      const response = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([400, 401], url).toContain(response.statusCode)
      expect(response.headers, url).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
})

describe('an id in a path', () => {
  const zoneId = crypto.randomUUID()
  const sendRequest = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const response = await server.app.inject({ method, url: `/api${path}`, payload })
    return [response.statusCode, response.json().message]
  }

  it('is refused if it is repeated in the query or in the body, with any value', async () => {
    const expectedRejection = [400, '"zoneId" stands in the address already.']
    for (const path of [`/zones/${zoneId}`, `/zones/${zoneId}/`])
      for (const repeatedField of ['zoneId', 'zoneId[]', 'zoneId[0]', 'zone%49d'])
        expect(await sendRequest('GET', `${path}?${repeatedField}=${zoneId}`), repeatedField).toEqual(
          expectedRejection,
        )
    expect(await sendRequest('GET', `/zones/${zoneId}?a=1&zoneId`)).toEqual(expectedRejection)
    expect(await sendRequest('PUT', `/zones/${zoneId}`, { name: 'North', zoneId })).toEqual(expectedRejection)
    expect(await sendRequest('POST', `/zones/${zoneId}/check?zoneId=x`, {})).toEqual(expectedRejection)
    expect(await sendRequest('DELETE', `/zones/${zoneId}/users/${zoneId}`, { userId: null })).toEqual([
      400,
      '"userId" stands in the address already.',
    ])
  })

  it('is determined by the path that answers, and no other', async () => {
    // None of these resources exist here: it is enough that the requests reach the procedures.
    for (const path of [`/zones/${zoneId}?name=zoneId`, `/users/count?userId=${zoneId}`])
      expect((await sendRequest('GET', path))[1], path).not.toContain('stands in the address')
    expect((await sendRequest('PUT', `/zones/available?zoneId=${zoneId}`))[0]).toBe(405)
  })
})

const throwRefusal = () => {
  throw fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 30_000).toISOString() })
}
const callMalformed = (app: FastifyInstance) =>
  app.inject({ method: 'POST', url: '/rpc/auth/resetPassword', payload: { json: { token: 5 } } })

it('every call is rate-limited, even one that is refused', async () => {
  const { app } = await serveDoors(shortLimits, false, () => 100)
  const startedAt = performance.now()
  expect((await callMalformed(app)).statusCode).toBe(400)
  expect(performance.now() - startedAt).toBeGreaterThan(95)
  await app.close()
})

it('refusals are delayed while there are few; further ones end the connection', async () => {
  // The delay is long enough for the third request to arrive before the first response, on any machine.
  const { app } = await serveDoors({ ...shortLimits, lateMs: 600 }, false, throwRefusal)
  const responses = await Promise.all(Array.from({ length: 3 }, () => callMalformed(app)))
  expect(responses.map(it => [it.statusCode, it.headers.connection])).toEqual([
    [429, 'keep-alive'],
    [429, 'keep-alive'],
    [429, 'close'],
  ])
  await app.close()
})

it('too many concurrent calls are refused before their body is read', async () => {
  const { app, port } = await serveDoors(shortLimits, false, throwRefusal)
  const rawSocket = await openConnection(
    createRequestHead('POST', '/rpc/auth/settings', { 'content-length': '1000' }),
    port,
  )
  // If the server had waited for the body, the call would have timed out instead.
  await vi.waitFor(() => expect(rawSocket.output()).toContain('HTTP/1.1 429'), 10_000)
  await app.close()
})

it('a sender refused on the headers repeatedly gets each refusal while it sends everything', async () => {
  const { app, port } = await serveDoors({ ...shortLimits, sweepMs: 60_000 }, false, throwRefusal)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = Buffer.alloc(200_000, 0x20)
  for (let call = 0; call < 20; call++) {
    const status = await new Promise((done, reject) => {
      const clientRequest = request({ port, method: 'POST', path: '/rpc/auth/settings', agent }, answer => {
        answer.resume().once('end', () => done(answer.statusCode))
      })
      clientRequest.once('error', reject)
      clientRequest.end(body)
    })
    expect(status).toBe(429)
  }
  agent.destroy()
  await app.close()
})

describe('an endless body', () => {
  const methods = ['HEAD', 'TRACE', 'GET', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']
  const urls = ['/rpc/auth/settings', '/api/auth/settings', '/upload', '/nowhere', '/%zz']
  const contentTypes = [
    undefined,
    'application/json',
    'text/event-stream',
    'multipart/form-data; boundary=x',
    'a/b',
  ]
  /** Every address with every method; other content types only with methods that the addresses serve. */
  const createTargets = (method: string) =>
    urls.flatMap(url =>
      contentTypes
        .slice(0, method === (url === '/upload' ? 'PUT' : 'POST') ? undefined : 1)
        .map(type => ({ url, type })),
    )

  it.each(methods)(
    'sent with %s is cut off, and memory use stays the same',
    { timeout: 30_000 },
    async method => {
      globalThis.gc?.()
      const memoryBefore = process.memoryUsage()
      let maxMemory = 0
      const memoryTimer = setInterval(() => {
        const memoryNow = process.memoryUsage()
        maxMemory = Math.max(
          maxMemory,
          memoryNow.external + memoryNow.heapUsed - memoryBefore.external - memoryBefore.heapUsed,
        )
      }, 10)
      await Promise.all(
        createTargets(method).map(async ({ url, type }) => {
          const rawSocket = await openConnection(
            createRequestHead(method, url, {
              'Transfer-Encoding': 'chunked',
              ...(type ? { 'Content-Type': type } : {}),
            }),
          )
          await sendEndlessBody(rawSocket, 200 * MB)
          expect(await rawSocket.closedWithin(15_000), `${url} ${type}`).toBeDefined()
          expect(rawSocket.socket.bytesWritten, `${url} ${type}`).toBeLessThan(60 * MB)
        }),
      )
      clearInterval(memoryTimer)
      expect(maxMemory).toBeLessThan(150 * MB)
    },
  )

  it('is cut off on an upgrade request', async () => {
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Content-Type': 'application/json',
        'Content-Length': String(MB),
      }),
    )
    expect(await rawSocket.closedWithin(5_000)).toBeDefined()
  })
})

describe('an oversized body', () => {
  const jsonHeaders = { 'Content-Type': 'application/json' }
  const chunkedHeaders = { ...jsonHeaders, 'Transfer-Encoding': 'chunked' }
  const headers = { Authorization: 'Bearer x' }
  it.each<[string, string, string, Record<string, string>, number]>([
    ['says so', 'POST', '/rpc/auth/settings', { ...jsonHeaders, 'Content-Length': String(100 * MB) }, 413],
    ['has no end', 'POST', '/rpc/auth/settings', { ...chunkedHeaders, ...headers }, 413],
    ['has no end and is nobody’s', 'POST', '/rpc/auth/settings', chunkedHeaders, 413],
    ['is a stranger’s', 'PUT', '/upload', { 'Content-Length': String(100 * MB) }, 401],
    ['is a stranger’s and has no end', 'POST', '/ingest/positions', chunkedHeaders, 401],
    ['is for nobody', 'POST', '/nowhere', chunkedHeaders, 413],
    ['is for no address', 'POST', '/%zz', chunkedHeaders, 400],
    ['comes with a look', 'GET', '/livez', chunkedHeaders, 200],
  ])(
    'and %s gets a response that announces the end of the connection',
    async (_what, method, url, headers, status) => {
      const rawSocket = await openConnection(createRequestHead(method, url, headers))
      const sentBytes = sendEndlessBody(rawSocket, 100 * MB)
      await vi.waitFor(() => expect(rawSocket.output()).toContain('\r\n\r\n'), ANSWER_TIMEOUT_MS)
      expect(rawSocket.output()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`, 'i'))
      expect(await rawSocket.closedWithin(ANSWER_TIMEOUT_MS)).toBeDefined()
      expect(rawSocket.ended()).toBe(true)
      expect(await sentBytes).toBeLessThan(60 * MB)
    },
  )

  it('is read to its end if that is near, for clients that read no response before it', async () => {
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', {
        ...jsonHeaders,
        'Content-Length': String(MB + 400_000),
      }),
    )
    rawSocket.socket.pause()
    rawSocket.socket.write(Buffer.alloc(MB + 400_000, 0x20))
    await vi.waitFor(() => expect(rawSocket.socket.writableLength).toBe(0), ANSWER_TIMEOUT_MS)
    rawSocket.socket.resume()
    await vi.waitFor(() => expect(rawSocket.output()).toContain('HTTP/1.1 413'), ANSWER_TIMEOUT_MS)
    expect(rawSocket.output()).toMatch(/connection: close/i)
    expect(await rawSocket.closedWithin(ANSWER_TIMEOUT_MS)).toBeDefined()
    expect(rawSocket.ended()).toBe(true)
  })

  it('ends its connection because of the data that follows it', async () => {
    const body = ' '.repeat(MB + 10)
    const nextRequest = `${createRequestHead('POST', '/rpc/auth/settings', { ...jsonHeaders, 'Content-Length': '13' })}{"json":null}`
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', {
        ...jsonHeaders,
        'Content-Length': String(body.length),
      }) +
        body +
        nextRequest,
    )
    expect(await rawSocket.closedWithin(ANSWER_TIMEOUT_MS)).toBeDefined()
    expect(rawSocket.output().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413'])
  })
})

describe('waiting connections', () => {
  it.each([
    ['nothing', ''],
    ['half a header', 'GET /livez HTTP/1.1\r\nHost: x'],
    [
      'half a body',
      `${createRequestHead('POST', '/rpc/auth/settings', { 'Content-Type': 'application/json', 'Content-Length': '100' })}{`,
    ],
    ['half a body for nobody', createRequestHead('POST', '/nowhere', { 'Content-Length': '100' })],
    ['half an upload', createRequestHead('PUT', '/upload', { 'Content-Length': '100000' })],
  ])('that send %s are closed', async (_what, text) => {
    const rawSocket = await openConnection(text)
    expect(await rawSocket.closedWithin(3_000)).toBeDefined()
  })

  it('may take much longer for a body that makes progress than for one that does not', async () => {
    const length = 60_000
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', {
        'Content-Type': 'application/json',
        'Content-Length': String(length),
      }),
    )
    for (let sentBytes = 0; sentBytes < length - 13; sentBytes += 2_999) {
      rawSocket.socket.write(' '.repeat(Math.min(2_999, length - 13 - sentBytes)))
      await sleep(80)
    }
    rawSocket.socket.write('{"json":null}')
    await vi.waitFor(() => expect(rawSocket.output()).toContain('200 OK'), ANSWER_TIMEOUT_MS)
    expect(await rawSocket.closedWithin(300)).toBeUndefined()
  })

  it('are closed for a body that trickles in', async () => {
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', { 'Content-Length': '100000' }),
    )
    const dripTimer = setInterval(() => rawSocket.socket.write(' '), 40)
    expect(await rawSocket.closedWithin(3_000)).toBeDefined()
    clearInterval(dripTimer)
  })

  it('stay open after a complete body', async () => {
    const body = '{"json":null}'
    const rawSocket = await openConnection(
      createRequestHead('POST', '/rpc/auth/settings', {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }) + body,
    )
    await vi.waitFor(() => expect(rawSocket.output()).toContain('200 OK'), ANSWER_TIMEOUT_MS)
    expect(await rawSocket.closedWithin(800)).toBeUndefined()
  })
})

it.each([
  ['/rpc/auth/resetPassword', { json: { token: 'x', password: 'x' } }, 429, /^(29|30)$/],
  ['/rpc/auth/confirmEmail', { json: { token: 'x', password: 'x' } }, 503, /^2$/],
  ['/api/auth/confirm', { token: 'x', password: 'x' }, 503, /^2$/],
] as const)('%s gives the retry time in the header', async (url, payload, status, seconds) => {
  const response = await server.app.inject({ method: 'POST', url, payload })
  expect(response.statusCode).toBe(status)
  expect(String(response.headers['retry-after'])).toMatch(seconds)
})

it('a stranger’s upload is refused on the headers, before it arrives', async () => {
  const rawSocket = await openConnection(
    createRequestHead('PUT', '/upload', { 'Content-Length': String(5 * MB) }),
  )
  while (!rawSocket.output()) await sleep(5)
  expect(rawSocket.output()).toContain('401 Unauthorized')
  expect(rawSocket.socket.bytesWritten).toBeLessThan(1_000)
})

describe('one IP address', () => {
  it('has a limited number of sockets, and others have theirs', async () => {
    const limitedServer = await serveDoors({ ...shortLimits, socketsPerAddress: 3, headersMs: 60_000 })
    try {
      const allSockets: RawSocket[] = []
      for (let n = 0; n < 6; n++) allSockets.push(await openConnection('', limitedServer.port))
      const listClosedSockets = () => allSockets.filter(({ socket }) => socket.closed)
      await vi.waitUntil(() => listClosedSockets().length >= 3, ANSWER_TIMEOUT_MS)
      await sleep(100)
      expect(listClosedSockets()).toHaveLength(3)
      allSockets.find(({ socket }) => !socket.closed)?.socket.destroy()
      // Waits until the server has noticed the closed connection. A busy response is fine too: it shows that the connection was
      // admitted.
      await vi.waitFor(async () => {
        const closingSocket = await openConnection(
          createRequestHead('GET', '/livez', { Connection: 'close' }),
          limitedServer.port,
        )
        await closingSocket.closedWithin(ANSWER_TIMEOUT_MS)
        expect(closingSocket.output()).toMatch(/^HTTP\/1.1 (200|503) /)
      }, ANSWER_TIMEOUT_MS)
      expect(limitedServer.lines.filter(line => line.includes('Refused a connection'))).toHaveLength(1)
    } finally {
      for (const { socket } of openSockets.splice(0)) socket.destroy()
      await limitedServer.app.close()
    }
  })

  it('has a limited number of bytes in transit; finished bodies free their share', async () => {
    const limitedServer = await serveDoors({ ...shortLimits, bytesPerAddress: 200_000, bodyLookMs: 60_000 })
    const createPostHead = (length: number) =>
      createRequestHead('POST', '/rpc/auth/settings', {
        'Content-Type': 'application/json',
        'Content-Length': String(length),
        Connection: 'close',
      })
    try {
      const largeUpload = await openConnection(
        createPostHead(400_000) + ' '.repeat(190_000),
        limitedServer.port,
      )
      await sleep(100)
      const secondUpload = await openConnection(
        createPostHead(100_000) + ' '.repeat(50_000),
        limitedServer.port,
      )
      expect(await secondUpload.closedWithin(ANSWER_TIMEOUT_MS)).toBeDefined()
      largeUpload.socket.write(' '.repeat(50_000))
      await largeUpload.closedWithin(ANSWER_TIMEOUT_MS)
      const thirdUpload = await openConnection(`${createPostHead(13)}{"json":null}`, limitedServer.port)
      await thirdUpload.closedWithin(ANSWER_TIMEOUT_MS)
      expect(thirdUpload.output()).toContain('200 OK')
    } finally {
      for (const { socket } of openSockets.splice(0)) socket.destroy()
      await limitedServer.app.close()
    }
  })
})

describe('forwarded headers', () => {
  const sendRequest = ({ app }: ServedDoors) =>
    app.inject({ url: '/livez', headers: { 'x-forwarded-for': '203.0.113.7' } })
  const listWarnings = ({ lines }: ServedDoors) => lines.filter(line => line.includes('TRUST_PROXY'))

  it('are reported once, with the setting to use, if they are not trusted', async () => {
    await sendRequest(server)
    await sendRequest(server)
    expect(listWarnings(server)).toHaveLength(1)
    expect(server.forwarded.seenAt()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('do not indicate our own proxy when a stranger on the internet sends them', async () => {
    const otherServer = await serveDoors(shortLimits)
    const sendRequestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
      otherServer.app.inject({ url: '/livez', headers, remoteAddress })
    await sendRequestFrom('198.51.101.7', { 'x-forwarded-for': '203.0.113.7' })
    await sendRequestFrom('127.0.0.1')
    expect(otherServer.forwarded.seenAt()).toBeUndefined()
    await sendRequestFrom('::ffff:10.0.0.2', { forwarded: 'for=203.0.113.7' })
    expect(otherServer.forwarded.seenAt()).toBeDefined()
    await otherServer.app.close()
  })

  it('are not reported if they are trusted', async () => {
    const proxiedServer = await serveDoors(shortLimits, 1)
    await sendRequest(proxiedServer)
    await proxiedServer.app.close()
    expect(listWarnings(proxiedServer)).toHaveLength(0)
    expect(proxiedServer.forwarded.seenAt()).toBeUndefined()
  })
})

it('invalid requests of strangers leave no stack and no long line in the log', async () => {
  const texts = [
    '\u0000\u0001\u0002\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    `${createRequestHead('POST', '/rpc/auth/settings', {
      'Content-Type': 'application/json',
      'Content-Length': '5',
    })}{"js}`,
    `${createRequestHead('POST', '/rpc/auth/settings', {
      'Content-Type': 'x'.repeat(5_000),
      'Content-Length': '5',
    })}12345`,
    createRequestHead('GET', '/live', { Connection: 'Upgrade', Upgrade: 'websocket' }),
    createRequestHead('GET', '/livez', { Connection: 'Upgrade', Upgrade: 'h2c' }),
    `${createRequestHead('POST', '/rpc/auth/settings', { 'Content-Type': 'application/json', 'Content-Length': '50' })}{`,
  ]
  server.lines.length = 0
  for (const text of texts.flatMap(it => [it, it, it])) {
    const rawSocket = await openConnection(text)
    await sleep(30)
    rawSocket.socket.resetAndDestroy()
  }
  await sleep(200)
  expect(server.lines.filter(line => line.includes('"stack"') || line.length > 1_000)).toEqual([])
})
