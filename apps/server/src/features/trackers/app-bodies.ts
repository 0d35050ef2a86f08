import type { FastifyInstance } from 'fastify'

/** Stands for a body that is not in the form it seems to be in. */
export const UNREADABLE = Symbol('a body that cannot be read')

/**
 * Reads bodies by what they are: these apps, and people who try them with `curl --data`, send JSON and forms under any content
 * type or none, and nothing at all as JSON. A body that cannot be read is no error yet: the door knows by then whose it is.
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
