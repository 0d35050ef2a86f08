import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import type { FastifyInstance } from 'fastify'

/** Where the pages of the native app come from: Android, iOS. */
const nativeOrigins: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost'])

/** How long a browser need not ask again, in seconds. */
const ASK_AGAIN_S = '86400'

/**
 * Lets the pages of the native app call: they come from the phone, not from here. They bring the session themselves; there is no cookie
 * that somebody else's page could use. To be called before any route is registered.
 */
export function admitNativeApp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !nativeOrigins.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `retry-after, content-disposition, ${exportRowsHeader}`,
      vary: 'origin',
    })
    const asks = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || asks === undefined) return done()
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': ASK_AGAIN_S,
      })
      .status(204)
      .send()
  })
  // A picture that a page of the app shows by its signed link. Whoever has the link may see it anyway.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/files/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
