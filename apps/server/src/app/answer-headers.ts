import type { FastifyInstance } from 'fastify'

/**
 * Sets the headers of responses to programs as in OWASP's REST security cheat sheet: the content is neither rendered as a page nor
 * cached. The page headers are computed for every request, which costs up to a tenth of a short call, so every route without them
 * (`helmet: false`) gets these instead, on errors too. Call it before any route is registered.
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
    // Runs first, so that requests refused on their headers get these too.
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
