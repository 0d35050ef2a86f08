import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { doorLimits } from '@muster/server/src/doors/door-limits.ts'
import { type Attack, countOpenAfter, dial } from './attack.ts'

const SOCKETS_PER_KIND = 1_200

/** Opens more sockets than one IP address may have: half of them silent, half closed by the client in the middle of a request. */
export const idleSockets: Attack = {
  name: 'idle-sockets',
  about: '2,400 sockets, silent or half-open',
  async run({ port }) {
    const sockets = Array.from({ length: SOCKETS_PER_KIND }, () => [
      dial(port, ''),
      dialHalfOpen(port),
    ]).flat()
    await sleep(3_000)
    const openCount = sockets.filter(it => it.readyState !== 'closed' && !it.readableEnded).length
    const remaining = await countOpenAfter(sockets, 20_000)
    return [
      ...(openCount > doorLimits.socketsPerAddress ? [`${openCount} sockets of one address were held`] : []),
      ...(remaining > 0 ? [`${remaining} of ${sockets.length} sockets are open after 20 s`] : []),
    ]
  },
}

/** Half-closes the socket in the middle of a request and stays connected. */
function dialHalfOpen(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.resume()
  socket.once('end', () => socket.destroy())
  socket.end('POST /rpc/auth/signIn HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
  return socket
}
