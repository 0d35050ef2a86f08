import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

export type BareBroadcast = { readonly port: number; send(text: string): void }

/** Opens a minimal socket server that broadcasts to all clients: the baseline the hub is measured against. */
export async function openBareBroadcast(): Promise<BareBroadcast> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    backlog: 2_000,
  })
  await new Promise(resolve => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    send(text) {
      const data = Buffer.from(text)
      for (const client of server.clients) client.send(data, { binary: false })
    },
  }
}
