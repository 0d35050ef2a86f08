import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createRequestHead, openRawSocket, type RawSocket } from './testing/raw-socket.ts'
import { type ServedDoors, serveDoors, shortLimits } from './testing/serve-doors.ts'

let server: ServedDoors
let waitReadCount = 0
const openSockets: RawSocket[] = []
beforeAll(async () => {
  server = await serveDoors(shortLimits, false, () => {
    waitReadCount++
    return 0
  })
})
afterEach(() => {
  for (const { socket } of openSockets.splice(0)) socket.destroy()
})
afterAll(() => server.app.close())

async function openConnection(text: string, { port } = server) {
  const rawSocket = await openRawSocket(port, text)
  openSockets.push(rawSocket)
  return rawSocket
}
const postHead = createRequestHead('POST', '/rpc/auth/settings', {
  'Content-Type': 'application/json',
  'Content-Length': '2',
})

it('endless pipelined requests are cut off, and hardly any of them is started', async () => {
  waitReadCount = 0
  server.lines.length = 0
  const rawSocket = await openConnection(`${postHead}{}`.repeat(5_000))
  expect(await rawSocket.closedWithin(10_000)).toBeDefined()
  expect(waitReadCount).toBeLessThan(10)
  expect(server.lines).toEqual([])
  // A few concurrent requests are answered, and so is any number in sequence.
  const fewRequests = await openConnection(`${postHead}{}`.repeat(3))
  await vi.waitFor(() => expect(fewRequests.output().match(/HTTP\/1.1 200/g)).toHaveLength(3), {
    timeout: 15_000,
  })
  for (let requestNumber = 4; requestNumber < 20; requestNumber++) {
    fewRequests.socket.write(`${postHead}{}`)
    await vi.waitFor(() => expect(fewRequests.output().match(/HTTP\/1.1 200/g)).toHaveLength(requestNumber), {
      timeout: 15_000,
    })
  }
})

it('an unidentified sender without an announced length may send as much as a form', async () => {
  const rawSocket = await openConnection(postHead.replace('Content-Length: 2', 'Transfer-Encoding: chunked'))
  const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`
  for (let n = 0; n < 8 && !rawSocket.socket.destroyed; n++) {
    rawSocket.socket.write(chunk)
    await sleep(20)
  }
  expect(await rawSocket.closedWithin(10_000)).toBeDefined()
  const formSocket = await openConnection(
    `${postHead.replace('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  )
  await vi.waitFor(() => expect(formSocket.output()).toContain('HTTP/1.1 200'), { timeout: 15_000 })
})

it('a body of single letters is cut off long before the size limit', async () => {
  const chunkedHeader = 'Transfer-Encoding: chunked'
  const rawSocket = await openConnection(
    postHead.replace('Content-Length: 2', chunkedHeader) + '1\r\n \r\n'.repeat(10_000),
  )
  expect(await rawSocket.closedWithin(10_000)).toBeDefined()
  const fullBody = `{"json":${' '.repeat(300_000)}null}`
  const bodyPieces = fullBody.match(/.{1,1400}/gs) ?? []
  const chunks = bodyPieces.map(piece => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  const authorizedHead = postHead.replace('Content-Length: 2', `${chunkedHeader}\r\nAuthorization: Bearer x`)
  const answeredSocket = await openConnection(`${authorizedHead}${chunks}0\r\n\r\n`)
  await vi.waitFor(() => expect(answeredSocket.output()).toContain('HTTP/1.1 200'), { timeout: 15_000 })
})

it('the memory share of cut bodies is released', async () => {
  const limitedServer = await serveDoors({ ...shortLimits, bytesPerAddress: 400_000 })
  try {
    const createHeadWithLength = (length: number) =>
      postHead.replace('Content-Length: 2', `Content-Length: ${length}`)
    const bodyPart = ' '.repeat(20_000)
    for (let n = 0; n < 30; n++) {
      const rawSocket = await openConnection(
        `${createHeadWithLength(20_000)}${bodyPart}`.repeat(6),
        limitedServer,
      )
      expect(await rawSocket.closedWithin(10_000)).toBeDefined()
    }
    const answeredSocket = await openConnection(
      `${createHeadWithLength(20_000)}{}${' '.repeat(19_998)}`,
      limitedServer,
    )
    await vi.waitFor(() => expect(answeredSocket.output()).toContain('HTTP/1.1 200'), { timeout: 15_000 })
    expect(limitedServer.lines.filter(line => line.includes('stack'))).toEqual([])
  } finally {
    for (const { socket } of openSockets.splice(0)) socket.destroy()
    await limitedServer.app.close()
  }
})

it('a client that left before its response leaves no line in the log', async () => {
  server.lines.length = 0
  for (let n = 0; n < 50; n++) {
    const rawSocket = await openConnection(`${postHead}{}`)
    rawSocket.socket.resetAndDestroy()
  }
  await sleep(200)
  expect(server.lines).toEqual([])
})
