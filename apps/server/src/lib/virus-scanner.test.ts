import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createClamd, ScannerUnavailableError } from './virus-scanner.ts'

let server: Server | undefined
afterEach(() => new Promise(done => (server ? server.close(done) : done(undefined))))

/** Starts a stand-in for clamd, which reads an INSTREAM and responds. */
function startStandIn(answer: (content: Buffer, socket: Socket) => void): Promise<string> {
  server = createServer(socket => {
    let receivedData = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', data => {
      receivedData = Buffer.concat([receivedData, data])
      const commandEnd = receivedData.indexOf(0)
      if (receivedData.subarray(0, commandEnd).toString() !== 'zINSTREAM')
        return socket.end('UNKNOWN COMMAND\0')
      const chunks: Buffer[] = []
      let at = commandEnd + 1
      while (receivedData.length >= at + 4) {
        const size = receivedData.readUInt32BE(at)
        if (size === 0) return answer(Buffer.concat(chunks), socket)
        if (receivedData.length < at + 4 + size) return
        chunks.push(receivedData.subarray(at + 4, at + 4 + size))
        at += 4 + size
      }
    })
  })
  return new Promise(resolve =>
    server?.listen(0, '127.0.0.1', () => {
      const address = server?.address()
      resolve(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    }),
  )
}

const file = Buffer.alloc(200_000, 'x')

it('the whole file is sent, and found clean or infected', async () => {
  let receivedBytes = 0
  const address = await startStandIn((content, socket) => {
    receivedBytes = content.length
    socket.end(content.includes('virus') ? 'stream: Test.File FOUND\0' : 'stream: OK\0')
  })
  expect(await createClamd(address).scan(file)).toBe('clean')
  expect(receivedBytes).toBe(file.length)
  expect(await createClamd(address).scan(Buffer.from('a virus'))).toBe('infected')
})

it.each<[string, (socket: Socket) => void]>([
  ['answers something else', socket => socket.end('INSTREAM size limit exceeded. ERROR\0')],
  ['closes without a word', socket => socket.end()],
  ['resets', socket => socket.resetAndDestroy()],
  ['hangs', () => undefined],
])('no file is clean if the scanner %s', async (_, act) => {
  const address = await startStandIn((_content, socket) => act(socket))
  await expect(createClamd(address, 200).scan(file)).rejects.toThrow(ScannerUnavailableError)
})

it('no file is clean without a scanner', async () => {
  await expect(createClamd('/nowhere/clamd.sock', 200).scan(file)).rejects.toThrow(ScannerUnavailableError)
})
