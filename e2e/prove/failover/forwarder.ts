import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Forwarder = {
  readonly port: number
  /** Sends new connections to this port. */
  pointTo(port: number): void
  /** Keeps the open connections, but passes nothing on any more, as if the packets were lost. */
  freeze(): void
  stop(): Promise<void>
}

/**
 * Starts the one address at which the nodes find the primary. It stands for HAProxy, a virtual address or the name of a managed
 * database. Like these, it leaves existing connections alone when the primary changes.
 */
export async function startForwarder(firstPort: number): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let targetPort = firstPort
  let frozenPort: number | undefined
  const server = createServer(client => {
    const primary = connect({ host: '127.0.0.1', port: targetPort })
    for (const [from, to] of [
      [client, primary],
      [primary, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!silenced.has(from)) to.destroy()
      })
      from.pipe(to)
    }
    // A host that is gone accepts nothing.
    if (targetPort === frozenPort) silence(client, primary)
  })
  const silenced = new WeakSet<Socket>()
  const silence = (...all: Socket[]) => {
    for (const socket of all) {
      silenced.add(socket)
      socket.unpipe().pause()
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pointTo(port) {
      targetPort = port
    },
    freeze() {
      frozenPort = targetPort
      silence(...sockets)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
