import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from './frame.ts'

it('frames of every size arrive as the text they were made of', async () => {
  const texts = ['', 'x'.repeat(125), 'x'.repeat(126), 'ü'.repeat(40_000), 'zone €']
  const http = createServer().listen(0, '127.0.0.1')
  const server = new WebSocketServer({ server: http })
  server.on('connection', (_socket, request) => {
    for (const text of texts) request.socket.write(textFrame(text))
  })
  await new Promise(resolve => http.once('listening', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const read: string[] = []
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('message', (data, isBinary) => {
      expect(isBinary).toBe(false)
      if (read.push(String(data)) === texts.length) resolve()
    })
  })
  expect(read).toEqual(texts)
  client.terminate()
  server.close()
  http.close()
})
