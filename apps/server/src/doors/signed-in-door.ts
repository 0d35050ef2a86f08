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
    letIn: Admission | null
  }
}

type Admission = { readonly at: number; readonly still: () => unknown }

/** Maximum milliseconds after the headers within which data counts as sent with them. */
const RECENT_ADMISSION_MS = 250

/**
 * Prepares the endpoints; called once, before they are registered. Callers admitted on the headers are checked again if their body
 * took a while: once a session, tracker or person has ended, nothing more is accepted.
 */
export function prepareActors(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('letIn', null)
  app.addHook('preHandler', ({ letIn }, _reply, done) => {
    if (!letIn || performance.now() - letIn.at < RECENT_ADMISSION_MS) return done()
    const lookup = whenKnown(letIn.still(), currentSession =>
      done(currentSession ? undefined : fail('UNAUTHORIZED')),
    )
    if (lookup instanceof Promise) lookup.catch(done)
  })
}

/** Records that a request was admitted on its headers, and how to check whether it still would be. */
export function recordAdmission(request: FastifyRequest, getCurrent: Admission['still']): void {
  request.letIn = { at: performance.now(), still: getCurrent }
}

/**
 * Creates the `onRequest` hook of endpoints for signed-in people: strangers are refused on the headers, before a byte of the body
 * is read. Synchronous with a cached session.
 */
export function requireSession(sessions: Pick<Sessions, 'resolve'>): onRequestHookHandler {
  return (request, _reply, done) => {
    const token = bearerToken(request.headers.authorization)
    const admit = (session: ActiveSession | null) => {
      request.actor = session
      if (token && session) recordAdmission(request, () => sessions.resolve(token))
      done(session ? undefined : fail('UNAUTHORIZED'))
    }
    const session = whenKnown(token ? sessions.resolve(token) : null, admit)
    if (session instanceof Promise) session.catch(done)
  }
}

/** Returns the person of a request that passed `requireSession`. */
export function requireActor({ actor }: FastifyRequest): ActiveSession {
  if (!actor) throw fail('UNAUTHORIZED')
  return actor
}
