import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import type { FastifyInstance } from 'fastify'

/** Origins of the pages in the native app: Android, iOS. */
const nativeOrigins: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost'])

/** Cache duration of the preflight response in a browser, in seconds. */
const ASK_AGAIN_S = '86400'

/**
 * Admits calls from pages of the native app, which are served by the phone. They send the session themselves; there is no cookie
 * that another page could use. Call it before any route is registered.
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
  // Lets a page of the app show a picture by its signed link. Anyone with the link may see it anyway.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/files/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
