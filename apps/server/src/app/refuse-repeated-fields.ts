import { ORPCError } from '@orpc/server'
import type { FastifyRequest, preHandlerHookHandler } from 'fastify'

/**
 * Rejects requests that repeat an id of the path in query or body: only one would count, and a proxy or log that reads the URL alone
 * would assume the other.
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

/** Returns the names of the fields in the query and body, including lists and their elements: `zoneId[]`, `zoneId[0]`. */
function listUnroutedFields({ query, body }: FastifyRequest): Set<string> {
  const keys = [query, body].flatMap(it => (typeof it === 'object' && it !== null ? Object.keys(it) : []))
  return new Set(keys.map(key => key.split('[')[0] ?? key))
}
