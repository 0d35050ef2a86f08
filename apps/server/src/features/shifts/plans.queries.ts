import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { one, run } from '../../db/rows.ts'

export type PlanFields = {
  readonly name: string
  readonly groupId: string | null
  readonly days: readonly number[]
  readonly starts: string
  readonly ends: string
  readonly graceMinutes: number
  readonly validFrom: string
  readonly validUntil: string | null
}

const selectPlans = (tx: Tx) =>
  tx
    .selectFrom('shift_plans as p')
    .leftJoin('groups as g', 'g.id', 'p.group_id')
    .select([
      'p.id',
      'p.zone_id',
      'p.group_id',
      'g.name as group_name',
      'p.name',
      'p.days',
      'p.grace_minutes',
    ])
    .select([
      sql<string>`to_char(p.starts, 'HH24:MI')`.as('starts'),
      sql<string>`to_char(p.ends, 'HH24:MI')`.as('ends'),
      sql<string>`p.valid_from::text`.as('valid_from'),
      sql<string | null>`p.valid_until::text`.as('valid_until'),
    ])
export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number]

/** Lists a zone's plans; plans for everybody come before plans for groups. Index: shift_plans_zone. */
export const listPlans = (tx: Tx, zoneId: string, limit: number) =>
  selectPlans(tx)
    .where('p.zone_id', '=', zoneId)
    .orderBy(sql`p.group_id is not null`)
    .orderBy('g.name')
    .orderBy('p.starts')
    .orderBy('p.id')
    .limit(limit)
    .execute()

/** Counts the zone's plans, and makes concurrent additions wait until the transaction ends. */
export async function countPlans(tx: Tx, zoneId: string): Promise<number> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`shift-plans:${zoneId}`}, 0))`
  const row = await tx
    .selectFrom('shift_plans')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row?.count ?? 0
}

const toColumns = (it: PlanFields) => ({
  name: it.name,
  group_id: it.groupId,
  days: [...it.days],
  starts: it.starts,
  ends: it.ends,
  grace_minutes: it.graceMinutes,
  valid_from: sql<string>`${it.validFrom}::date`,
  valid_until: sql<string | null>`${it.validUntil}::date`,
})

export type NewPlan = PlanFields & {
  readonly requestId: string
  readonly zoneId: string
  readonly createdBy: string
}

/** Inserts a plan; undefined for a repeated request. */
export const insertPlan = (tx: Tx, it: NewPlan) =>
  tx
    .insertInto('shift_plans')
    .values({ ...toColumns(it), request_id: it.requestId, zone_id: it.zoneId, created_by: it.createdBy })
    .onConflict(conflict => conflict.columns(['created_by', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const findPlanByRequest = (tx: Tx, createdBy: string, requestId: string) =>
  selectPlans(tx)
    .where('p.created_by', '=', createdBy)
    .where('p.request_id', '=', requestId)
    .executeTakeFirst()

export async function updatePlan(tx: Tx, zoneId: string, planId: string, it: PlanFields): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shift_plans')
    .set(toColumns(it))
    .where('id', '=', planId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deletePlan(tx: Tx, zoneId: string, planId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shift_plans')
    .where('id', '=', planId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export async function isGroupInZone(tx: Tx, zoneId: string, groupId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row !== undefined
}

export type HolidayRow = { readonly day: string; readonly name: string }

export const listHolidays = (tx: Tx, zoneId: string, from: string, to: string): Promise<HolidayRow[]> =>
  tx
    .selectFrom('zone_holidays')
    .select([sql<string>`day::text`.as('day'), 'name'])
    .where('zone_id', '=', zoneId)
    .where(sql<boolean>`zone_holidays.day between ${from}::date and ${to}::date`)
    .orderBy('zone_holidays.day')
    .execute()

/** An existing day gets the new name; of repeated days the last counts. Returns how many holidays the zone has. */
export async function insertHolidays(
  tx: Tx,
  it: { readonly zoneId: string; readonly createdBy: string; readonly holidays: readonly HolidayRow[] },
): Promise<number> {
  const nameByDay = new Map(it.holidays.map(({ day, name }) => [day, name]))
  await run(tx)`
    insert into zone_holidays (zone_id, day, name, created_by)
    select ${it.zoneId}::uuid, day, name, ${it.createdBy}::uuid
    from unnest(${[...nameByDay.keys()]}::date[], ${[...nameByDay.values()]}::text[]) given (day, name) order by day
    on conflict (zone_id, day) do update set name = excluded.name, created_by = excluded.created_by`
  const { count } = await one(tx)<{ count: number }>`
    select count(*) from zone_holidays where zone_id = ${it.zoneId}`
  return count
}

export async function deleteHoliday(tx: Tx, zoneId: string, day: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('zone_holidays')
    .where('zone_id', '=', zoneId)
    .where(sql<boolean>`day = ${day}::date`)
    .executeTakeFirst()
  return numDeletedRows > 0
}
