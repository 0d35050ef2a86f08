import { ORPCError } from '@orpc/server'
import type { FastifyRequest, preHandlerHookHandler } from 'fastify'

/**
 * The `preHandler` of paths that contain ids, which refuses a request that repeats one in the query or the body. Only one of the
 * two would count, and readers of the URL alone (a proxy, a log) would assume the other. `namesIn` returns the ids in the path of a
 * method.
 */
export function refuseRepeatedFields(
  listPathNames: (method: string, path: string) => readonly string[],
): preHandlerHookHandler {
  return (request, _reply, done) => {
    const names = listPathNames(request.method, request.url.split('?')[0] ?? '')
    const repeatedField = names.length > 0 && names.find(name => listUnroutedFields(request).has(name))
    if (repeatedField)
      done(new ORPCError('BAD_REQUEST', { message: `"${repeatedField}" stands in the address already.` }))
    else done()
  }
}

/** Also finds lists and their elements: `zoneId[]`, `zoneId[0]`. */
function listUnroutedFields({ query, body }: FastifyRequest): Set<string> {
  const keys = [query, body].flatMap(it => (typeof it === 'object' && it !== null ? Object.keys(it) : []))
  return new Set(keys.map(key => key.split('[')[0] ?? key))
}
