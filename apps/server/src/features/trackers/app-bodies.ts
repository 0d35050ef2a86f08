import type { FastifyInstance } from 'fastify'

/** Stands for a body that cannot be parsed as the format it appears to have. */
export const UNREADABLE_BODY = Symbol('a body that cannot be read')

/**
 * Parses bodies by their content, because tracking apps, and people who experiment with `curl --data`, send JSON and forms with any
 * content type or none, and label empty bodies as JSON. An unreadable body is not an error at this point, because the endpoint
 * first has to identify the tracker.
 */
export function registerBodyParsers(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('remove', 'remove')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.length === 0) return done(null, undefined)
    if (!isJson(text, request.headers['content-type']))
      return done(null, Object.fromEntries(new URLSearchParams(text)))
    return parseJson(request, text, (error, parsed) => done(null, error ? UNREADABLE_BODY : parsed))
  })
}

const isJson = (text: string, type: string | undefined) =>
  /^\s*[[{]/.test(text) || (type?.startsWith('application/json') ?? false)
