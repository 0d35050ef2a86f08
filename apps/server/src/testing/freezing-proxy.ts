import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

/**
 * A way to the database that can be frozen: connections are taken then and nothing is ever answered, as by a stopped
 * process or a network that swallows packets.
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
  let frozen = false
  const server = createServer(near => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect({ host, port })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      if (frozen) from.unpipe(to).pause()
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    others.set(near, far)
    others.set(far, near)
  })
  const others = new WeakMap<Socket, Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  url.username = user
  url.password = String(password ?? '')
  return {
    url: url.href,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) {
        const other = others.get(socket)
        if (other) socket.pipe(other)
      }
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
