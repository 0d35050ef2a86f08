import { visitorsInsideMost } from '@muster/domain/visitor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

export type RollVisitor = {
  readonly name: string
  readonly phone: string
  /** Company and host, as far as known. */
  readonly note: string
  readonly signed_in_at: Date
}

/**
 * Lists the visitors who are signed in and whom the actor may see, by surname: as many as can be inside by a poster, and as many others.
 * Index: visitor_visits_inside.
 */
export async function listVisitorsOnRoll(tx: Tx, zoneId: string): Promise<RollVisitor[]> {
  const { rows } = await sql<RollVisitor>`
    select v.name, v.phone, v.signed_in_at,
      concat_ws(' · ', nullif(v.company, ''), nullif(coalesce(h.name, v.host_name), '')) as note
    from visitor_visits v left join lateral person_names(array[v.host_id]) h on v.host_id is not null
    where v.zone_id = ${zoneId} and v.signed_in_at is not null and v.signed_out_at is null
    order by regexp_replace(v.name, '^.* ', ''), v.name, v.id limit ${2 * visitorsInsideMost}`.execute(tx)
  return rows
}
