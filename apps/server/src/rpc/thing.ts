import type { Expression } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { RefusalCode } from './access.ts'
import type { ActiveSession } from './sessions.ts'

/** Something that calls name by its id, such as a group or a broadcast. Its feature defines it. */
export type Thing<Name extends string, Input, Row> = {
  /** The key of its row in the context of the handlers. */
  readonly name: Name
  /** The code for an unknown id and for a row the actor does not see. */
  readonly notFound: RefusalCode
  /**
   * Selects the single row that the input names. Row-level security decides whether the actor sees it; a query of the owner must do
   * so itself.
   */
  readonly query: (tx: Tx, input: Input, actor: ActiveSession) => Expression<Row>
  /** Limits the calls to some of the permitted people; the others are refused as if they lacked the permission. */
  readonly only?: { readonly who: string; readonly matches: (row: Row) => boolean }
}

/** The row of a thing in a zone; null for a thing of all zones. */
export type InZoneRow = { readonly zone_id: string | null }

export const thing = <const Name extends string, Input, Row>(it: Thing<Name, Input, Row>) => it
