import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { toAddressGroup } from '../lib/address-group.ts'
import { getMaxOpenFiles } from '../lib/most-open-files.ts'
import type { DoorLimits } from './door-limits.ts'
import { createShares } from './shares.ts'

type Options = {
  readonly limits: Pick<DoorLimits, 'sockets' | 'socketsPerAddress'>
  /** False behind a proxy: all sockets then have the proxy's IP address, and the proxy limits its clients. */
  readonly byAddress: boolean
  readonly onRefused: (facts: { address: string }) => void
}

/** The share of the open file limit used for sockets. The rest is for files and the database. */
const SOCKET_SHARE_OF_FILES = 3 / 4

/** Skips the rest of an input once its socket was cut: a megabyte of input can contain thousands of requests. */
export function skipDestroyedSockets(server: Server): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/** Limits the number of sockets in total and per IP address. Further sockets are closed before a byte is read. */
export function limitSockets(server: Server, { limits, byAddress, onRefused }: Options): void {
  const socketShares = createShares({
    total: Math.min(limits.sockets, Math.floor(getMaxOpenFiles() * SOCKET_SHARE_OF_FILES)),
    perAddress: byAddress ? limits.socketsPerAddress : Number.POSITIVE_INFINITY,
  })
  server.on('connection', (socket: Socket) => {
    // A client that left before it was accepted no longer has an address.
    if (socket.remoteAddress === undefined) {
      socket.destroy()
      return
    }
    const address = toAddressGroup(socket.remoteAddress)
    if (socketShares.take(address, 1)) {
      socket.once('close', () => socketShares.release(address, 1))
      return
    }
    socketShares.release(address, 1)
    onRefused({ address })
    socket.destroy()
  })
}
