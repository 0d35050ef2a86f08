import { feedPositionHeader } from '@muster/contract/feed-position.ts'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import type { FastifyInstance } from 'fastify'

/** The origins of the native app's pages, on Android and on iOS. */
const nativeOrigins: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost'])

/** Maximum time in seconds that a browser may cache the preflight response. */
const PREFLIGHT_MAX_AGE_S = '86400'

/** Safe because native pages send the session token themselves, without a cookie. Must be called before any route is registered. */
export function allowNativeApp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !nativeOrigins.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `retry-after, content-disposition, x-request-id, ${exportRowsHeader}, ${feedPositionHeader}`,
      vary: 'origin',
    })
    const requestedMethod = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || requestedMethod === undefined) return done()
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': PREFLIGHT_MAX_AGE_S,
      })
      .status(204)
      .send()
  })
  // The app shows pictures through signed links. Anybody with such a link can see the picture anyway.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/files/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
