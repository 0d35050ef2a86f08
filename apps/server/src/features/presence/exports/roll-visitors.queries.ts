import { visitorsInsideMost } from '@muster/domain/visitor.ts'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

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
export const listVisitorsOnRoll = (tx: Tx, zoneId: string) =>
  many(tx)<RollVisitor>`
    select i.name, i.phone, i.since as signed_in_at,
      concat_ws(' · ', nullif(i.company, ''), nullif(coalesce(h.name, v.host_name), '')) as note
    from people_inside() i join visitor_visits v on v.id = i.visit_id
      left join lateral person_names(array[v.host_id]) h on v.host_id is not null
    where i.zone_id = ${zoneId} and i.visit_id is not null
    order by regexp_replace(i.name, '^.* ', ''), i.name, i.visit_id limit ${2 * visitorsInsideMost}`
