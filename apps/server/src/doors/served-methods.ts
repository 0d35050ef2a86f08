import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type ServedPath = { readonly pattern: string; readonly methods: Set<string> }

/**
 * 405 with `Allow` if the path supports other methods, else 404. `methodsWithin` returns those of each path below `/api/*`. Must be
 * called before any route is registered.
 */
export function answerUnserved(
  app: FastifyInstance,
  methodsWithin: Readonly<Record<string, (path: string) => readonly string[]>> = {},
): void {
  const pathsByUrl = new Map<string, ServedPath>()
  app.addHook('onRoute', ({ url, method }) => {
    // Any path under this catch-all that is not a file of the web app is simply missing.
    if (url === '/*') return
    const entry = pathsByUrl.get(url) ?? { pattern: url, methods: new Set() }
    pathsByUrl.set(url, entry)
    for (const each of [method].flat()) entry.methods.add(each)
  })
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = [...pathsByUrl.values()]
      .filter(({ pattern }) => matchesPattern(pattern, path))
      .flatMap(({ pattern, methods }) => {
        const exact = methodsWithin[pattern]?.(path) ?? []
        // If the path is unknown, the method is rejected only if it would be wrong for every path.
        return exact.length > 0 || methods.has(request.method) ? exact : [...methods]
      })
    if (methods.length === 0 || methods.includes(request.method)) return notFound(reply)
    return methodNotAllowed(request, reply, methods)
  }
  app.setNotFoundHandler(answer)
  // The framework refuses a QUERY without a content type before it looks for the handler.
  app.addHook('preParsing', (request, reply, _body, done) => {
    if (request.is404 && request.method === 'QUERY') answer(request, reply)
    else done()
  })
}

const notFound = (reply: FastifyReply) =>
  reply.status(404).send({ defined: false, code: 'NOT_FOUND', status: 404, message: 'Not found' })

const methodNotAllowed = (request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) =>
  reply
    .status(405)
    .header('allow', [...new Set(methods)].sort().join(', '))
    .send({
      defined: false,
      code: 'METHOD_NOT_ALLOWED',
      status: 405,
      message: `This address does not answer ${request.method}.`,
    })

/** Patterns are whole paths or prefixes with a star. A trailing slash is ignored. */
function matchesPattern(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1))
  return path === pattern || path === `${pattern}/`
}
