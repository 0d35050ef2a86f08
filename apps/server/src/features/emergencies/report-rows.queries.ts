import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { EmergencyRow, PersonCursor } from './emergencies.queries.ts'
import { type ReportOutcome, readOutcomes } from './report.queries.ts'

type RollRow = {
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
  readonly uncounted_reason: string | null
}
type DecidingClaim = {
  readonly id: string
  readonly place: string
  readonly claimed_by: string | null
  readonly is_late: boolean
}
export type ReportRow = RollRow &
  Pick<DecidingClaim, 'is_late'> & {
    /** How the person stood at the all clear. */
    readonly outcome: ReportOutcome
    readonly place: string | null
    readonly claimed_by: string | null
  }

/** Lists the roll by surname, each person as they stood at the all clear, with the claim that counted then. */
export async function listReportRows(
  tx: Tx,
  emergency: Pick<EmergencyRow, 'id' | 'declared_at' | 'all_clear_at' | 'recorded_at'>,
  { after, limit }: PageOf<Pick<PersonCursor, 'name' | 'id'>>,
): Promise<ReportRow[]> {
  const { rows } = await sql<RollRow>`
    select p.id, p.name, p.badge, p.note, p.sort_name, p.zone_name, p.why, p.inside_since, p.seen_at, p.uncounted_reason
    from emergency_people p
    where p.emergency_id = ${emergency.id}
      and (${after === undefined} or (p.sort_name, p.id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid))
    order by p.sort_name, p.id limit ${limit}`.execute(tx)
  const outcomes = await readOutcomes(
    tx,
    emergency,
    rows.map(it => it.id),
  )
  const outcomesById = new Map(outcomes.map(it => [it.id, it]))
  const claims = await readDecidingClaims(tx, outcomes, emergency.recorded_at)
  return rows.flatMap(row => {
    const outcome = outcomesById.get(row.id)
    const claim = claims.get(row.id)
    if (!outcome) return []
    return [
      {
        ...row,
        outcome,
        uncounted_reason: outcome.isCounted ? null : (row.uncounted_reason ?? ''),
        place: claim?.place ?? null,
        claimed_by: claim?.claimed_by ?? null,
        is_late: claim?.is_late ?? false,
      },
    ]
  })
}

/** Reads the claims that decided the states of people, by person. Index: emergency_claims_request. */
async function readDecidingClaims(
  tx: Tx,
  outcomes: readonly ReportOutcome[],
  recordedAt: Date | null,
): Promise<ReadonlyMap<string, DecidingClaim>> {
  const decided = outcomes.flatMap(({ id, state, stateAt }) =>
    stateAt === null ? [] : [{ id, state, at: new Date(stateAt).toISOString() }],
  )
  const { rows } = await sql<DecidingClaim>`
    select its.id, c.place, c.claimed_by, coalesce(c.received_at > ${recordedAt}::timestamptz, false) as is_late
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as its (id uuid, state text, at timestamptz)
      cross join lateral (
        select c.place, c.claimed_by, c.received_at from emergency_claims c
        where c.roll_entry_id = its.id and c.state = its.state and date_trunc('milliseconds', c.happened_at) = its.at
        order by c.id limit 1) c`.execute(tx)
  return new Map(rows.map(it => [it.id, it]))
}
