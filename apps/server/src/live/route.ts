import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { FeedHub } from './hub.ts'

/**
 * `GET /live`. Must be called before other routes, so that upgrades to those are refused. Clients identify themselves in `hello`;
 * cookies and origin are ignored, so a foreign page gains nothing.
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
