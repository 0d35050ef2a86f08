import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { encodeTextFrame } from './entry.ts'

it('frames of every size arrive with their text', async () => {
  const boundaryTexts = [0, 125, 126, 65_535, 65_536].map(bytes => 'x'.repeat(bytes))
  // As many characters as the short header can count, but more bytes.
  const texts = [...boundaryTexts, 'ü'.repeat(125), 'ü'.repeat(40_000), 'zone €']
  const httpServer = createServer().listen(0, '127.0.0.1')
  const server = new WebSocketServer({ server: httpServer })
  server.on('connection', (_socket, request) => {
    for (const text of texts) request.socket.write(encodeTextFrame(text))
  })
  await new Promise(resolve => httpServer.once('listening', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(httpServer.address() as AddressInfo).port}`)
  const receivedTexts: string[] = []
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('message', (data, isBinary) => {
      expect(isBinary).toBe(false)
      if (receivedTexts.push(String(data)) === texts.length) resolve()
    })
  })
  expect(receivedTexts).toEqual(texts)
  client.terminate()
  server.close()
  httpServer.close()
})
