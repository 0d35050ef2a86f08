import type { Role } from '@muster/domain/role.ts'
import type { PermissionChanges } from '@muster/domain/zone-permission.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Write } from '../live/write.ts'
import type { ActorZoneCache } from './actor-zone-cache.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

/** Context of a request before its caller is known. */
export type RequestContext = {
  readonly db: Database
  readonly sessions: Sessions
  readonly concurrency: ConcurrencyLimits
  readonly actorZones: ActorZoneCache
  readonly log: FastifyBaseLogger
  /** The bearer token of the request, if it has one. */
  readonly token: string | undefined
  readonly ip: string
  /** Makes the addresses of stored files for a session: signed, for a few minutes, and no longer than it lives. */
  readonly linksOf: (session: { readonly sessionId: string }) => (path: string) => string
  readonly headers: Headers
}

/** What a door takes that acts like a call. */
export type WithContext = { readonly contextOf: (request: FastifyRequest) => RequestContext }

/** The signed-in person and the session they act from. */
export type SignedInActor = ActiveSession

export type SignedInContext = RequestContext & {
  readonly actor: SignedInActor
  readonly token: string
  /** Makes the address of a stored file, for this session. */
  readonly linkTo: (path: string) => string
}

/** The one transaction of a call. */
export type InTransaction = Write & {
  /**
   * Runs work once all is committed: dropping from caches, removing files. A failure there is for the log,
   * not for the person: what was committed stays true.
   */
  readonly afterCommit: (work: () => unknown) => void
}

/** The zone the procedure is about, seen by the actor: ask `mayInZone` of it what they may do there. */
export type ActorZone = PermissionChanges & {
  readonly id: string
  readonly status: 'active' | 'pending' | 'suspended'
  /** The effective role in this zone: of the assignment, or the global one of an internal admin. */
  readonly role: Role
  /** They were invited and have not accepted yet. */
  readonly invited: boolean
}
