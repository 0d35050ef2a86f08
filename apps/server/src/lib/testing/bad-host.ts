import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const tenMB = 10 * 1024 * 1024
const createResponseHead = (status: string, extraHeaders = '') =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${extraHeaders}`

/** Behaviours of a host towards its clients; they do not depend on the request, which only has to be HTTP. */
const behaviours = {
  'accepts and says nothing': () => undefined,
  'closes at once': (socket: Socket) => void socket.destroy(),
  'closes within its answer': (socket: Socket) =>
    void socket.end(`${createResponseHead('200 OK', 'content-length: 100\r\n')}\r\n{"a`),
  'says a byte now and then': (socket: Socket) => {
    socket.write(`${createResponseHead('200 OK', 'content-length: 100000\r\n')}\r\n`)
    const dripTimer = setInterval(() => socket.write(' '), 5)
    socket.on('close', () => clearInterval(dripTimer))
  },
  'leads elsewhere': (socket: Socket) =>
    void socket.end(
      `${createResponseHead('302 Found', 'location: http://127.0.0.1:9/\r\ncontent-length: 0\r\n')}\r\n`,
    ),
  'answers 10 MB': (socket: Socket) => {
    socket.write(`${createResponseHead('200 OK', `content-length: ${tenMB}\r\n`)}\r\n`)
    socket.write(Buffer.alloc(tenMB, '1'))
  },
}
export type Behaviour = keyof typeof behaviours
export const badBehaviours = Object.keys(behaviours) as Behaviour[]

/** The OS rejects connections to this address immediately, as if there were no route, and sends no packets. */
export const unroutableAddress = '224.0.0.1'

/** An unroutable address for code that connects only to public addresses: its family does not match the address. */
export const unroutablePublicAddress = { address: '1.1.1.1', family: 6 }

/** Starts a local host that misbehaves, and counts its open and total connections. */
export async function startBadHost(behaviour: Behaviour) {
  const openSockets = new Set<Socket>()
  let connectionCount = 0
  const server = createServer(socket => {
    openSockets.add(socket)
    connectionCount++
    socket.on('close', () => openSockets.delete(socket))
    socket.on('error', () => undefined)
    socket.resume()
    behaviours[behaviour](socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    open: () => openSockets.size,
    met: () => connectionCount,
    async stop() {
      for (const socket of openSockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns a local port without a listener. */
export async function findRefusingPort(): Promise<number> {
  const { port, stop } = await startBadHost('closes at once')
  await stop()
  return port
}
