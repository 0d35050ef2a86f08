import type { FastifyInstance } from 'fastify'

/**
 * The headers of responses to programs, according to OWASP's sheet on REST security: none is a page, and none may be stored. The
 * headers of pages are computed for every request, at a tenth of the cost of a short call: every route without them (`helmet:
 * false`) gets these, including its errors. Must be called before any route is registered.
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
    // First of all, so that refusals on the headers have them too.
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
