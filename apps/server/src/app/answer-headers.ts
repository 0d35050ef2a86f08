import type { FastifyInstance } from 'fastify'

/**
 * The headers of what is answered to programs, as OWASP's sheet on REST security has them: nothing of it is a page, and nothing
 * of it is kept. Those of pages are worked out anew for every request, which costs as much as a tenth of a short call: every
 * route that goes without them (`helmet: false`) has these, errors too. To be called before any route is registered.
 */
export function answerHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
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
    // First of all: whoever is refused on the headers is answered with them too.
    const others = [route.onRequest ?? []].flat()
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(headers)
        done()
      },
      ...others,
    ]
  })
}
