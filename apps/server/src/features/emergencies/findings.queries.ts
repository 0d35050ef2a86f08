import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run, type TableRow } from '../../db/rows.ts'

export type FindingRow = Pick<TableRow<'emergency_findings'>, 'hazard_id' | 'emergency_id'> &
  Pick<TableRow<'hazards'>, 'zone_id' | 'description' | 'status' | 'assignee_id' | 'due_at'> &
  Pick<TableRow<'hazards'>, 'created_at' | 'reported_by'> & {
    readonly done_by: string | null
    readonly done_at: Date | null
  }

const selectFindings = (rest: RawBuilder<unknown>) => sql<FindingRow & { total: number }>`
  select f.hazard_id, f.emergency_id, h.zone_id, h.description, h.status, h.assignee_id, h.due_at, h.created_at, h.reported_by,
    done.actor_id as done_by, done.at as done_at, count(*) over ()::int as total
  from emergency_findings f
    join hazards h on h.id = f.hazard_id
    left join lateral (
      select s.actor_id, s.at from hazard_steps s
      where s.hazard_id = h.id and s.kind = 'status' and s.status in ('resolved', 'closed') and h.status in ('resolved', 'closed')
        and not exists (select from hazard_steps later where later.hazard_id = h.id and later.kind = 'status'
          and later.at > s.at and later.status not in ('resolved', 'closed'))
      order by s.at, s.id limit 1) done on true
  ${rest}`

/** Lists the findings of an emergency, oldest first. Index: emergency_findings_emergency. */
export async function listFindings(tx: Tx, emergencyId: string, limit: number): Promise<FindingRow[]> {
  const { rows } = await selectFindings(
    sql`where f.emergency_id = ${emergencyId} order by h.created_at, h.id limit ${limit}`,
  ).execute(tx)
  return rows
}

/** Lists the open findings of all emergencies that the actor may see, those due first, and counts all of them. */
export async function listOpenFindings(
  tx: Tx,
  limit: number,
): Promise<{ rows: FindingRow[]; total: number }> {
  const { rows } = await selectFindings(
    sql`where h.status in ('open', 'in_progress') order by h.due_at nulls last, h.created_at, h.id limit ${limit}`,
  ).execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Locks an emergency, so that concurrent requests cannot exceed the limit of its findings; returns their number. */
export async function lockAndCountFindings(tx: Tx, emergencyId: string): Promise<number> {
  await run(tx)`select from emergencies where id = ${emergencyId} for no key update`
  const row = await tx
    .selectFrom('emergency_findings')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('emergency_id', '=', emergencyId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertFinding = (tx: Tx, emergencyId: string, hazardId: string, zoneId: string) =>
  tx
    .insertInto('emergency_findings')
    .values({ emergency_id: emergencyId, hazard_id: hazardId, zone_id: zoneId })
    .execute()

export const findFinding = (tx: Tx, hazardId: string) =>
  tx
    .selectFrom('emergency_findings')
    .select('emergency_id')
    .where('hazard_id', '=', hazardId)
    .executeTakeFirst()

export async function isActiveZone(tx: Tx, zoneId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zones')
    .select('id')
    .where('id', '=', zoneId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}
