import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { bearerToken } from '../lib/bearer-token.ts'
import { whenKnown } from '../lib/when-known.ts'
import { fail } from '../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender of the request, at endpoints that are not procedures. */
    actor: ActiveSession | null
    /** The admission on the headers: its time (ms), and a check whether it still holds. */
    letIn: LetIn | null
  }
}

type LetIn = { readonly at: number; readonly still: () => unknown }

/** Maximum milliseconds after the headers within which data counts as sent with them. */
const AT_ONCE_MS = 250

/**
 * Prepares the endpoints; called once, before they are registered. Callers admitted on the headers are checked again if their body
 * took a while: once a session, tracker or person has ended, nothing more is accepted.
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

/** Records that a request was admitted on its headers, and how to check whether it still would be. */
export function noteLetIn(request: FastifyRequest, still: LetIn['still']): void {
  request.letIn = { at: performance.now(), still }
}

/**
 * Creates the `onRequest` hook of endpoints for signed-in people: strangers are refused on the headers, before a byte of the body
 * is read. Synchronous with a cached session.
 */
export function requireSession(sessions: Pick<Sessions, 'resolve'>): onRequestHookHandler {
  return (request, _reply, done) => {
    const token = bearerToken(request.headers.authorization)
    const enter = (session: ActiveSession | null) => {
      request.actor = session
      if (token && session) noteLetIn(request, () => sessions.resolve(token))
      done(session ? undefined : fail('UNAUTHORIZED'))
    }
    const session = whenKnown(token ? sessions.resolve(token) : null, enter)
    if (session instanceof Promise) session.catch(done)
  }
}

/** Returns the person of a request that passed `requireSession`. */
export function requireActor({ actor }: FastifyRequest): ActiveSession {
  if (!actor) throw fail('UNAUTHORIZED')
  return actor
}
