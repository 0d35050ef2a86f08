import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { bearerToken } from '../lib/bearer-token.ts'
import { whenKnown } from '../lib/when-known.ts'
import { fail } from '../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request, at doors that are no procedures. */
    actor: ActiveSession | null
  }
}

/** To be called once, before the doors are registered. */
export function prepareActors(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
}

/**
 * The `onRequest` of every door that takes something of people who are signed in: strangers are refused on the headers,
 * before a byte of the body is read. At once where the session is held in memory.
 */
export function onlySignedIn(sessions: Pick<Sessions, 'resolve'>): onRequestHookHandler {
  return (request, _reply, done) => {
    const token = bearerToken(request.headers.authorization)
    const enter = (session: ActiveSession | null) => {
      request.actor = session
      done(session ? undefined : fail('UNAUTHORIZED'))
    }
    const known = whenKnown(token ? sessions.resolve(token) : null, enter)
    if (known instanceof Promise) known.catch(done)
  }
}

/** The person of a request that came through `onlySignedIn`. */
export function actorOf({ actor }: FastifyRequest): ActiveSession {
  if (!actor) throw fail('UNAUTHORIZED')
  return actor
}
