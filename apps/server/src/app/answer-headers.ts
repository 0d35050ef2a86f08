import type { onRequestHookHandler } from 'fastify'

/**
 * The headers of what is answered to programs, as OWASP's sheet on REST security has them: nothing of it is a page, and nothing
 * of it is kept. Those of pages are worked out anew for every request, which costs as much as a tenth of a short call.
 */
export function answerHeaders({ https }: { https: boolean }): onRequestHookHandler {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}
