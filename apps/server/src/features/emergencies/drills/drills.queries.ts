import { drillDueDays } from '@muster/domain/drill-calendar.ts'
import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many, manyValues, one, oneOrNone, oneValue, run, type TableRow } from '../../../db/rows.ts'
import type { PageOf } from '../../../rpc/paging.ts'

/** `due_on` is a calendar day such as `2026-11-30`. */
export type DrillRow = Omit<TableRow<'drill_calendars'>, 'announced_due_on' | 'overdue_due_on'> & {
  readonly zone_name: string
}

const columns = sql`d.zone_id, z.name as zone_name, d.every_months, d.since, d.last_drill_at, d.time_zone, d.due_on::text as due_on`

/** Reads a zone's calendar of drills. */
export const readDrill = (tx: Tx, zoneId: string) =>
  oneOrNone(tx)<DrillRow>`
    select ${columns} from drill_calendars d join zones z on z.id = d.zone_id where d.zone_id = ${zoneId}`

export type DrillCursor = { readonly dueOn: string; readonly zoneId: string }

/** Stands for the due date of zones without a calendar, which are listed last. */
const neverDue = '9999-12-31'

/** A drill, or a zone without a calendar. */
export type ListedDrill = { readonly sort_day: string } & (
  | DrillRow
  | (Pick<DrillRow, 'zone_id' | 'zone_name'> & { readonly due_on: null })
)

/** Lists the drills of active zones in which the actor may see who is inside, the next one first, then the zones without a calendar. */
export async function listDrills(tx: Tx, { after, limit }: PageOf<DrillCursor>): Promise<ListedDrill[]> {
  const dueOn = sql`coalesce(d.due_on, ${neverDue}::date)`
  return many(tx)<ListedDrill>`
    select z.id as zone_id, z.name as zone_name, d.every_months, d.since, d.last_drill_at, d.time_zone, d.due_on::text as due_on,
      ${dueOn}::text as sort_day
    from zones z left join drill_calendars d on d.zone_id = z.id
    where z.id in (select actor_zones_with('view_attendance')) and z.status = 'active'
      and (${after === undefined} or (${dueOn}, z.id) > (${after?.dueOn ?? null}::date, ${after?.zoneId ?? null}::uuid))
    order by ${dueOn}, z.id limit ${limit}`
}

/** The current day in the zone. The calendar has the alias `d`. */
const today = sql`(now() at time zone d.time_zone)::date`

/** Counts the drills that are due and overdue where the actor may declare one, with the most urgent one. Index: drill_calendars_due. */
export async function countDueDrills(
  tx: Tx,
): Promise<{ due: number; overdue: number; first: DrillRow | undefined }> {
  const isDue = sql`d.due_on <= (now() + ${drillDueDays + 1} * interval '1 day')::date and d.due_on - ${drillDueDays}::int <= ${today}
    and d.zone_id in (select actor_zones_with('broadcast')) and z.status = 'active'`
  const from = sql`drill_calendars d join zones z on z.id = d.zone_id where ${isDue}`
  const { due, overdue } = await one(tx)<{ due: number; overdue: number }>`
    select count(*) filter (where d.due_on >= ${today})::int as due, count(*) filter (where d.due_on < ${today})::int as overdue
    from ${from}`
  if (due + overdue === 0) return { due, overdue, first: undefined }
  const rows = await many(tx)<DrillRow>`select ${columns} from ${from} order by d.due_on, d.zone_id limit 1`
  return { due, overdue, first: rows[0] }
}

/** A drill of several zones counts for each; not if broken off, ended by nobody, or as not counting. Index: emergency_zones_zone. */
export const findLastDrill = (tx: Tx, zoneId: string) =>
  oneValue(tx)<Date | null>`
    select max(all_clear_at) as at from emergencies
    where drill and counts_as_drill and not broken_off and all_clear_at is not null and id in (select z.emergency_id from emergency_zones z where z.zone_id = ${zoneId})
      and not (all_clear_by is null and all_clear_at - declared_at >= ${limits.drillMostMs}::float8 * interval '1 ms')`

export const lockDrills = (tx: Tx, zoneIds: readonly string[]) =>
  many(tx)<DrillRow>`
    select ${columns} from drill_calendars d join zones z on z.id = d.zone_id
    where d.zone_id = any(${[...zoneIds]}::uuid[]) order by d.zone_id for update of d`

export const upsertDrill = (tx: Tx, row: Omit<DrillRow, 'zone_name'>) =>
  run(tx)`insert into drill_calendars (zone_id, every_months, since, last_drill_at, time_zone, due_on)
    values (${row.zone_id}, ${row.every_months}, ${row.since}, ${row.last_drill_at}, ${row.time_zone}, ${row.due_on}::date)
    on conflict (zone_id) do update set every_months = excluded.every_months, last_drill_at = excluded.last_drill_at,
      time_zone = excluded.time_zone, due_on = excluded.due_on`

export const deleteDrill = (tx: Tx, zoneId: string) =>
  tx.deleteFrom('drill_calendars').where('zone_id', '=', zoneId).execute()

export async function updateDueDays(
  tx: Tx,
  changes: readonly Pick<DrillRow, 'zone_id' | 'last_drill_at' | 'time_zone' | 'due_on'>[],
): Promise<void> {
  if (changes.length === 0) return
  await run(tx)`
    update drill_calendars d set last_drill_at = its.last_drill_at, time_zone = its.time_zone, due_on = its.due_on
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as its (zone_id uuid, last_drill_at timestamptz, time_zone text, due_on date)
    where d.zone_id = its.zone_id`
}

/** Lists zones with a calendar whose time zone changed. */
export const listMoved = (tx: Tx, installation: string, limit: number) =>
  manyValues(tx)<string>`
    select d.zone_id from drill_calendars d join zones z on z.id = d.zone_id left join clients c on c.id = z.client_id
    where d.time_zone <> coalesce(c.time_zone, ${installation}) order by d.zone_id limit ${limit}`

export type AnnouncedDrill = DrillRow & { readonly overdue: boolean }

/** A day of another time zone is at most a day away; `lockUnannounced` decides. Index: drill_calendars_due. */
export const listPossiblyDue = (tx: Tx, limit: number) =>
  manyValues(tx)<string>`
    select d.zone_id from drill_calendars d join zones z on z.id = d.zone_id
    where d.due_on <= (now() + ${drillDueDays + 1} * interval '1 day')::date and z.status = 'active'
      and (d.announced_due_on is distinct from d.due_on and d.overdue_due_on is distinct from d.due_on
        or d.due_on < (now() + interval '1 day')::date and d.overdue_due_on is distinct from d.due_on)
    order by d.due_on, d.zone_id limit ${limit}`

/** Locks the drill of a zone if it is due or overdue and not announced as such. */
export async function lockUnannounced(tx: Tx, zoneId: string): Promise<AnnouncedDrill | undefined> {
  const overdue = sql`d.due_on < ${today}`
  return oneOrNone(tx)<AnnouncedDrill>`
    select ${columns}, ${overdue} as overdue from drill_calendars d join zones z on z.id = d.zone_id
    where d.zone_id = ${zoneId} and d.due_on - ${drillDueDays}::int <= ${today}
      and z.status = 'active' and (case when ${overdue} then d.overdue_due_on else d.announced_due_on end) is distinct from d.due_on
    for update of d skip locked`
}

export const noteAnnounced = (tx: Tx, zoneId: string, which: RawBuilder<unknown>) =>
  run(tx)`update drill_calendars set ${which} = due_on where zone_id = ${zoneId}`
