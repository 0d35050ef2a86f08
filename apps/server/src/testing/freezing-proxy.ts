import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import pg from 'pg'

/**
 * Starts a proxy to the database that can be frozen: connections are then accepted but never answered, as with a stopped process or
 * a network that drops packets.
 */
export async function startFreezingProxy(databaseUrl: string) {
  const {
    host,
    port,
    user = '',
    password = '',
    database = '',
  } = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<Socket>()
  let isFrozen = false
  let beforeCommit: (() => void) | undefined
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  /** Creates a stream that passes on the node's data, but freezes the proxy before the commit of the awaited batch. */
  const createPassThrough = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const at = beforeCommit ? findBatchCommit(chunk) : -1
        if (at < 0) return done(null, chunk)
        freeze()
        beforeCommit?.()
        beforeCommit = undefined
        done(null, chunk.subarray(0, at))
      },
    })
  const server = createServer(clientSocket => {
    const serverSocket = host.startsWith('/')
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect({ host, port })
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from)
      if (from === clientSocket) from.pipe(createPassThrough()).pipe(to)
      else from.pipe(to)
      if (isFrozen) from.unpipe().pause()
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    peerBySocket.set(clientSocket, serverSocket)
    peerBySocket.set(serverSocket, clientSocket)
  })
  const peerBySocket = new WeakMap<Socket, Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  url.username = user
  url.password = String(password ?? '')
  return {
    url: url.href,
    freeze,
    /** Freezes the proxy at the next batch of checks that appends events, before its commit is sent, and then resolves. */
    freezeBeforeCommit: () =>
      new Promise<void>(resolve => {
        beforeCommit = resolve
      }),
    thaw() {
      isFrozen = false
      for (const socket of sockets) {
        const peer = peerBySocket.get(socket)
        if (peer) socket.pipe(peer)
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the offset of the commit message in a write for a batch of checks; -1 if there is none. */
function findBatchCommit(chunk: Buffer): number {
  const appendIndex = chunk.indexOf('check-append-feed')
  const commitIndex = appendIndex < 0 ? -1 : chunk.indexOf('commit\0', appendIndex)
  if (commitIndex < 0) return -1
  // Before its text, a simple query has its type and length (5 bytes); a prepared one also has the empty statement name (1 byte).
  return chunk[commitIndex - 5] === 'Q'.charCodeAt(0) ? commitIndex - 5 : commitIndex - 6
}
