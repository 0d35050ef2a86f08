import type { Role } from '@muster/domain/role.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Sessions } from './sessions.ts'

/** What every request brings along before anyone is known. */
export type RequestContext = {
  readonly db: Database
  readonly sessions: Sessions
  readonly log: FastifyBaseLogger
  /** The bearer token of the request, if it has one. */
  readonly token: string | undefined
  readonly ip: string
  /** Makes the address of a stored file: signed, for a few minutes. */
  readonly linkTo: (path: string) => string
  readonly headers: Headers
}

/** The signed-in person and the session they act from. */
export type SignedInActor = {
  readonly userId: string
  readonly sessionId: string
  readonly role: Role
  readonly email: string
}

export type SignedInContext = RequestContext & { readonly actor: SignedInActor; readonly token: string }

/** The zone the procedure is about, seen by the actor. */
export type ActorZone = {
  readonly id: string
  readonly status: 'active' | 'pending' | 'suspended'
  /** The effective role in this zone: of the assignment, or the global one of an internal admin. */
  readonly role: Role
}

export type InZoneContext = SignedInContext & { readonly zone: ActorZone }
