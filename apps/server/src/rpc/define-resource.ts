import type { Expression } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { RefusalCode } from './access.ts'
import type { ActiveSession } from './sessions.ts'

/** The person for whom a resource is read: of the session, or with the session of nobody in a job. */
export type ResourceActor = Pick<ActiveSession, 'sessionId' | 'userId' | 'role'>

/** A resource that calls name by its id, such as a group or a broadcast. Its feature defines it. */
export type Resource<Name extends string, Input, Row> = {
  /** The key of the row in the handlers' context. */
  readonly name: Name
  /** The error code for an unknown id and for a row the actor does not see. */
  readonly notFound: RefusalCode
  /**
   * Selects the single row that the input names. Row-level security decides whether the actor sees it; a query that runs as the
   * owner must check that itself.
   */
  readonly query: (tx: Tx, input: Input, actor: ResourceActor) => Expression<Row>
  /**
   * The column with the zone through which the actor reaches the row, if it belongs to several zones; `zone_id` by default. Null there
   * means all zones.
   */
  readonly entryColumn?: 'entry_zone_id'
  /** Limits the calls to some of the permitted people; the others are refused as if they lacked the permission. */
  readonly only?: { readonly who: string; readonly matches: (row: Row) => boolean }
}

/** The row of a resource in a zone; `zone_id` is null if it belongs to all zones. */
export type InZoneRow = { readonly zone_id: string | null; readonly entry_zone_id?: string | null }

export const defineResource = <const Name extends string, Input, Row>(it: Resource<Name, Input, Row>) => it
