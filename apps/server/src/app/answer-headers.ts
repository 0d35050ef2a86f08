import type { FastifyInstance } from 'fastify'

/**
 * Sets the headers of responses to programs, following OWASP's REST security cheat sheet: none is a page, and none may be stored.
 * Computing the headers of pages for every request would cost a tenth of a short call, so every route without them (`helmet:
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
    // This hook comes first, so that refusals on the headers have these headers too.
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
