import type { Role } from '@muster/domain/role.ts'
import type { PermissionChanges } from '@muster/domain/zone-permission.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { WriteContext } from '../live/write.ts'
import type { ActorZoneCache } from './actor-zone-cache.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

/** The facts about a request for the request log and the metrics; filled in while it runs. */
export type RequestTrace = {
  /** The request's id, which the answer's `x-request-id` header and log lines about its errors repeat. */
  readonly id: string
  /** The name of the called procedure, such as `zones.enter`. */
  operation: string | null
  /** The account that the request acts for. */
  accountId: string | null
}

/** Context of a request before its caller is known. */
export type RequestContext = {
  readonly trace: RequestTrace
  readonly db: Database
  readonly sessions: Sessions
  readonly concurrency: ConcurrencyLimits
  readonly actorZones: ActorZoneCache
  readonly log: FastifyBaseLogger
  readonly token: string | undefined
  readonly ip: string
  /** Signs links to stored files. They are valid for a few minutes and only while the session lasts. */
  readonly createLinks: (session: { readonly sessionId: string }) => (path: string) => string
  readonly headers: Headers
  /** True for calls that a search makes as its caller; they are not charged to rate limits. */
  readonly isWithinSearch?: true
}

/** The dependency of an endpoint that needs the context of a call. */
export type WithContext = { readonly createContext: (request: FastifyRequest) => RequestContext }

/** The signed-in person and the session they act from. */
export type SignedInActor = ActiveSession

export type SignedInContext = RequestContext & {
  readonly actor: SignedInActor
  readonly token: string
  /** Signs the link to a stored file for this session. */
  readonly linkTo: (path: string) => string
}

/** The single transaction of a call. */
export type InTransaction = WriteContext & {
  /** For dropping cached data or removing files. A failure is logged, not returned, because the commit stands. */
  readonly afterCommit: (work: () => unknown) => void
}

/** The zone of the procedure, as seen by the actor: `mayInZone` decides what they may do there. */
export type ActorZone = PermissionChanges & {
  readonly id: string
  readonly status: 'active' | 'pending' | 'suspended'
  /** The effective role in this zone: the assignment's, or the global one of an internal admin. */
  readonly role: Role
  /** True for an invitation that has not been accepted yet. */
  readonly invited: boolean
}
