import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { FeedHub } from './hub.ts'

/**
 * Registers `GET /live`, the socket of the feed; to be called before other routes are, so that an upgrade of those is
 * refused. When the app closes, the sockets are told to come back. Who connects says so in the `hello` message: neither
 * cookies nor the origin count, so a foreign page gains nothing by connecting.
 */
export function registerLive(app: FastifyInstance, hub: FeedHub): void {
  app.register(websocket, {
    options: { maxPayload: hub.limits.messageBytes, maxFragments: 64, perMessageDeflate: false },
    // The hub listens to the errors of its sockets and closes them with a code; the default would cut them off.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'feed: a socket failed'),
    async preClose() {
      await hub.close()
      app.websocketServer.close()
    },
  })
  app.register(async scope => {
    scope.get('/live', { websocket: true }, (socket, { raw, ip }) => hub.accept(socket, raw.socket, ip))
  })
}
