import type { Server, Socket } from 'node:net'
import { addressGroup } from '../lib/address-group.ts'
import type { DoorLimits } from './door-limits.ts'

type Options = {
  readonly limits: Pick<DoorLimits, 'sockets' | 'socketsPerAddress'>
  /** Behind a proxy all sockets come from one address, and the proxy bounds those of its clients. */
  readonly byAddress: boolean
  readonly onRefused: (facts: { address: string }) => void
}

/** Lets in so many sockets, in all and from one address; whoever comes beyond is cut off before a byte is read. */
export function guardSockets(server: Server, { limits, byAddress, onRefused }: Options): void {
  const open = new Map<string, number>()
  let total = 0
  server.on('connection', (socket: Socket) => {
    const address = addressGroup(socket.remoteAddress ?? '')
    const own = open.get(address) ?? 0
    if (total >= limits.sockets || (byAddress && own >= limits.socketsPerAddress)) {
      onRefused({ address })
      socket.destroy()
      return
    }
    total++
    open.set(address, own + 1)
    socket.once('close', () => {
      total--
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
