import type { FastifyInstance } from 'fastify'

/**
 * Sets the headers of responses that are read by programs, following OWASP's REST security cheat sheet: they must not be stored or
 * rendered as a page. Computing the headers for pages on every request would add a tenth to the time of a short call, so every
 * route that disables them (`helmet: false`) gets these instead, on error responses too. Must be called before any route is
 * registered.
 */
export function addResponseHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRoute', route => {
    if (route.helmet !== false) return
    // This hook runs first, so that requests rejected on their headers get these headers too.
    const otherHooks = [route.onRequest ?? []].flat()
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(headers)
        done()
      },
      ...otherHooks,
    ]
  })
}
