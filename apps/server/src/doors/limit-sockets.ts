import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { addressGroup } from '../lib/address-group.ts'
import { mostOpenFiles } from '../lib/most-open-files.ts'
import type { DoorLimits } from './door-limits.ts'
import { createShares } from './shares.ts'

type Options = {
  readonly limits: Pick<DoorLimits, 'sockets' | 'socketsPerAddress'>
  /** Behind a proxy all sockets come from one address, and the proxy bounds those of its clients. */
  readonly byAddress: boolean
  readonly onRefused: (facts: { address: string }) => void
}

/** Of the files that may be open at once, sockets have this part: the rest is for what they ask for, and the database. */
const PART_OF_FILES = 3 / 4

/**
 * Requests that were read along with one that cost the socket its connection are not begun: a megabyte off the wire holds
 * thousands of them.
 */
export function skipDestroyed(server: Server): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/** Lets in so many sockets, in all and from one address; whoever comes beyond is cut off before a byte is read. */
export function limitSockets(server: Server, { limits, byAddress, onRefused }: Options): void {
  const open = createShares({
    total: Math.min(limits.sockets, Math.floor(mostOpenFiles() * PART_OF_FILES)),
    perAddress: byAddress ? limits.socketsPerAddress : Number.POSITIVE_INFINITY,
  })
  server.on('connection', (socket: Socket) => {
    // Who has left again before it was their turn has no address any more.
    if (socket.remoteAddress === undefined) {
      socket.destroy()
      return
    }
    const address = addressGroup(socket.remoteAddress)
    if (open.take(address, 1)) {
      socket.once('close', () => open.giveBack(address, 1))
      return
    }
    open.giveBack(address, 1)
    onRefused({ address })
    socket.destroy()
  })
}
