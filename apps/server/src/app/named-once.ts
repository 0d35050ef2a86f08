import { ORPCError } from '@orpc/server'
import type { FastifyRequest, preHandlerHookHandler } from 'fastify'

/**
 * Creates a `preHandler` that refuses requests repeating a path parameter in the query or body. Only one of the two would count,
 * and a proxy or log that sees just the address would assume the other. `namesIn` returns the parameters in the path of a method.
 */
export function onlyNamedOnce(
  namesIn: (method: string, path: string) => readonly string[],
): preHandlerHookHandler {
  return (request, _reply, done) => {
    const named = namesIn(request.method, request.url.split('?')[0] ?? '')
    const again = named.length > 0 && named.find(name => givenBeside(request).has(name))
    if (again) done(new ORPCError('BAD_REQUEST', { message: `"${again}" stands in the address already.` }))
    else done()
  }
}

/** Also matches lists and their elements: `zoneId[]`, `zoneId[0]`. */
function givenBeside({ query, body }: FastifyRequest): Set<string> {
  const keys = [query, body].flatMap(it => (typeof it === 'object' && it !== null ? Object.keys(it) : []))
  return new Set(keys.map(key => key.split('[')[0] ?? key))
}
