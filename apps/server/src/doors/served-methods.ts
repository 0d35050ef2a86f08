import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type ServedPath = { readonly pattern: string; readonly methods: Set<string> }

/**
 * Answers unserved requests: 405 with `Allow` if the URL supports other methods, 404 otherwise. Must be called before any route is
 * registered. Routes name the methods they serve; nothing else gets through. `within` returns the methods of each path for routes
 * that cover many.
 */
export function answerUnserved(
  app: FastifyInstance,
  methodsWithin: Readonly<Record<string, (path: string) => readonly string[]>> = {},
): void {
  const servedByUrl = new Map<string, ServedPath>()
  app.addHook('onRoute', ({ url, method }) => {
    // Under this catch-all, anything that is not a file of the web app is simply missing.
    if (url === '/*') return
    const entry = servedByUrl.get(url) ?? { pattern: url, methods: new Set() }
    servedByUrl.set(url, entry)
    for (const each of [method].flat()) entry.methods.add(each)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = [...servedByUrl.values()]
      .filter(({ pattern }) => matches(pattern, path))
      .flatMap(({ pattern, methods }) => {
        const exact = methodsWithin[pattern]?.(path) ?? []
        // For an unknown path the method is refused only if no method could be correct.
        return exact.length > 0 || methods.has(request.method) ? exact : [...methods]
      })
    if (methods.length === 0 || methods.includes(request.method)) return notFound(reply)
    return methodNotAllowed(request, reply, methods)
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

/** Our patterns are whole paths, or prefixes with a star; a trailing slash is ignored. */
function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1))
  return path === pattern || path === `${pattern}/`
}
