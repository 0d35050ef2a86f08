import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { bearerToken } from '../lib/bearer-token.ts'
import { whenKnown } from '../lib/when-known.ts'
import { fail } from '../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request, at doors that are no procedures. */
    actor: ActiveSession | null
    /** Who was let in on the headers: since when (ms), and whether they still would be. */
    letIn: LetIn | null
  }
}

type LetIn = { readonly at: number; readonly still: () => unknown }

/** What comes in within so many milliseconds of its headers came with them. */
const AT_ONCE_MS = 250

/**
 * To be called once, before the doors are registered. Who is let in on the headers is looked at again where their body took
 * its time: what ends in between (a session, a tracker, a person) brings nothing in any more.
 */
export function prepareActors(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('letIn', null)
  app.addHook('preHandler', ({ letIn }, _reply, done) => {
    if (!letIn || performance.now() - letIn.at < AT_ONCE_MS) return done()
    const looked = whenKnown(letIn.still(), still => done(still ? undefined : fail('UNAUTHORIZED')))
    if (looked instanceof Promise) looked.catch(done)
  })
}

/** Notes that a request was let in on its headers, and how it is found out whether it still would be. */
export function noteLetIn(request: FastifyRequest, still: LetIn['still']): void {
  request.letIn = { at: performance.now(), still }
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
      if (token && session) noteLetIn(request, () => sessions.resolve(token))
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
