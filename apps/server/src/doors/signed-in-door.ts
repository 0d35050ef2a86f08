import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { parseBearerToken } from '../lib/bearer-token.ts'
import { whenKnown } from '../lib/when-known.ts'
import { fail } from '../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's sender, at endpoints that are not procedures. */
    actor: ActiveSession | null
    /** Set once admitted on the headers: when (ms), and a function that checks whether it would still be admitted. */
    letIn: Admission | null
  }
}

type Admission = { readonly at: number; readonly still: () => unknown }

/** Time in milliseconds after the headers within which a body counts as sent together with them. */
const RECENT_ADMISSION_MS = 250

/** Must be called once, before such endpoints. Checks slow callers again: the session, tracker or person may have ended. */
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

/** Records that a request was admitted on its headers, and how to check whether it still would be admitted. */
export function recordAdmission(request: FastifyRequest, getCurrent: Admission['still']): void {
  request.letIn = { at: performance.now(), still: getCurrent }
}

/** Refuses everybody who is not signed in before a byte of the body is read. Synchronous if the session is cached. */
export function requireSession(sessions: Pick<Sessions, 'resolve'>): onRequestHookHandler {
  return (request, _reply, done) => {
    const token = parseBearerToken(request.headers.authorization)
    const admit = (session: ActiveSession | null) => {
      request.actor = session
      if (token && session) recordAdmission(request, () => sessions.resolve(token))
      done(session ? undefined : fail('UNAUTHORIZED'))
    }
    const session = whenKnown(token ? sessions.resolve(token) : null, admit)
    if (session instanceof Promise) session.catch(done)
  }
}

/** Returns the session of the person who sent a request that passed `requireSession`. Throws UNAUTHORIZED if there is none. */
export function requireActor({ actor }: FastifyRequest): ActiveSession {
  if (!actor) throw fail('UNAUTHORIZED')
  return actor
}
