import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { FeedHub } from './hub.ts'

/**
 * Registers `GET /live`, the feed's WebSocket. Must be called before other routes are registered, so that upgrade requests to those
 * routes are refused. When the app closes, clients are told to reconnect. Clients identify themselves in the `hello` message:
 * cookies and the origin are ignored, so a foreign page gains nothing by connecting.
 */
export function registerLive(app: FastifyInstance, hub: FeedHub): void {
  app.register(websocket, {
    options: { maxPayload: hub.limits.messageBytes, maxFragments: 64, perMessageDeflate: false },
    // The hub handles socket errors and closes with a code; the default handler would terminate the socket.
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
