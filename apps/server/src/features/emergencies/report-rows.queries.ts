import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { PersonCursor } from './emergencies.queries.ts'
import { calledAt, isAccounted } from './report.queries.ts'

export type ReportRow = {
  readonly id: string
  readonly name: string
  readonly badge: string | null
  /** Company and host of a visitor. */
  readonly note: string
  readonly sort_name: string
  readonly zone_name: string | null
  readonly why: string
  readonly inside_since: Date | null
  readonly seen_at: Date | null
  readonly called_at: Date
  readonly state: string
  readonly state_at: Date | null
  readonly missing_ms: number
  readonly disputed: boolean
  readonly answer: string
  readonly answered_at: Date | null
  readonly how: string | null
  readonly place: string | null
  readonly claimed_by: string | null
  readonly is_late: boolean
  /** Null for people who count. */
  readonly uncounted_reason: string | null
}

/**
 * Lists the roll by surname, each person with the claim that counts and the time for which they were missing: 0 for the missing of an open
 * emergency, whose time is not over, and for people who do not count.
 */
export async function listReportRows(
  tx: Tx,
  emergencyId: string,
  { after, limit }: PageOf<PersonCursor>,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select p.id, p.name, p.badge, p.note, p.sort_name, p.zone_name, p.why, p.inside_since, p.seen_at, ${calledAt} as called_at, p.state, p.state_at,
      case when p.counted or p.state = 'help' then greatest(0, extract(epoch from (
        case when ${isAccounted} then p.state_at else coalesce(e.all_clear_at, ${calledAt}) end - ${calledAt})) * 1000)::float8 else 0 end as missing_ms,
      case when not p.counted and p.state <> 'help' then coalesce(p.uncounted_reason, '') end as uncounted_reason, p.disputed, p.answer, p.answered_at,
      c.how, c.place, c.claimed_by, coalesce(c.received_at > e.recorded_at, false) as is_late
    from emergency_people p
      join emergencies e on e.id = p.emergency_id
      left join lateral (
        select c.how, c.place, c.claimed_by, c.received_at from emergency_claims c
        where c.roll_entry_id = p.id and c.state = p.state and c.happened_at = p.state_at order by c.id limit 1) c on true
    where p.emergency_id = ${emergencyId}
      and (${after === undefined} or (p.sort_name, p.id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid))
    order by p.sort_name, p.id limit ${limit}`.execute(tx)
  return rows
}
