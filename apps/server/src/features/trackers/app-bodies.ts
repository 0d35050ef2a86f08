import type { FastifyInstance } from 'fastify'

/** Marks a body that does not parse as its apparent format. */
export const UNREADABLE = Symbol('a body that cannot be read')

/**
 * Parses bodies by their content: these apps, and people who test with `curl --data`, send JSON and forms under any content type or
 * none, and empty bodies as JSON. An unreadable body is not an error yet: the endpoint first identifies the tracker.
 */
export function readAppBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('remove', 'remove')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.length === 0) return done(null, undefined)
    if (!isJson(text, request.headers['content-type']))
      return done(null, Object.fromEntries(new URLSearchParams(text)))
    return parseJson(request, text, (error, parsed) => done(null, error ? UNREADABLE : parsed))
  })
}

const isJson = (text: string, type: string | undefined) =>
  /^\s*[[{]/.test(text) || (type?.startsWith('application/json') ?? false)
