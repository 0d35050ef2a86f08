import { maxReportSchedules } from '@muster/contract/report-mailing.ts'
import type { ReportFormat, ReportKind } from '@muster/domain/report.ts'
import type { ReportFrequency, ReportPeriod } from '@muster/domain/report-period.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'

export type ScheduleRow = {
  id: string
  kind: ReportKind
  format: ReportFormat
  rhythm: ReportFrequency
  starts_on: string | null
  enabled: boolean
  created_by: string | null
  created_at: string
  last_run_at: string | null
  next_run_at: string
}

const columns =
  sql.raw(`s.id, s.kind, s.format, s.rhythm, s.starts_on::text as starts_on, s.enabled, s.created_by,
  wire_time(s.created_at) as created_at, wire_time(s.next_run_at) as next_run_at,
  wire_time((select max(asked_at) from report_runs where schedule_id = s.id)) as last_run_at`)

export const listSchedules = (tx: Tx, zoneId: string) =>
  many(tx)<ScheduleRow>`
    select ${columns} from report_schedules s where s.zone_id = ${zoneId} order by s.created_at, s.id
    limit ${maxReportSchedules}`

export const findSchedule = (tx: Tx, zoneId: string, id: string) =>
  oneOrNone(tx)<ScheduleRow>`
    select ${columns} from report_schedules s where s.zone_id = ${zoneId} and s.id = ${id}`

export type SchedulePlan = {
  readonly kind: ReportKind
  readonly format: ReportFormat
  readonly rhythm: ReportFrequency
  readonly startsOn: string | null
  readonly nextRunAt: Date
}
type NewSchedule = SchedulePlan & {
  readonly zoneId: string
  readonly createdBy: string
  readonly requestId: string
}

/** Adds a schedule, or returns the one created by the same request. Returns undefined if the zone has reached its limit. */
export async function insertSchedule(
  tx: Tx,
  it: NewSchedule,
): Promise<{ row: ScheduleRow; isNew: boolean } | undefined> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`report-mailing:${it.zoneId}`}, 0))`
  const existing = await oneOrNone(tx)<ScheduleRow>`
    select ${columns} from report_schedules s
    where s.created_by = ${it.createdBy} and s.request_id = ${it.requestId} and s.zone_id = ${it.zoneId}`
  if (existing) return { row: existing, isNew: false }
  const inserted = await oneOrNone(tx)<{ id: string }>`
    insert into report_schedules (request_id, zone_id, kind, format, rhythm, starts_on, next_run_at, created_by)
    select ${it.requestId}::uuid, ${it.zoneId}::uuid, ${it.kind}, ${it.format}, ${it.rhythm}, ${it.startsOn}::date,
      ${it.nextRunAt}::timestamptz, ${it.createdBy}::uuid
    where (select count(*) from report_schedules where zone_id = ${it.zoneId}) < ${maxReportSchedules}
    returning id`
  const row = inserted && (await findSchedule(tx, it.zoneId, inserted.id))
  return row && { row, isNew: true }
}

/** Changes a schedule; periods due before the change are skipped. */
export async function updateSchedule(
  tx: Tx,
  zoneId: string,
  id: string,
  plan: SchedulePlan & { readonly enabled: boolean },
): Promise<ScheduleRow | undefined> {
  const changed = await run(tx)`
    update report_schedules set kind = ${plan.kind}, format = ${plan.format}, rhythm = ${plan.rhythm},
      starts_on = ${plan.startsOn}::date, enabled = ${plan.enabled}, since = now(), next_run_at = ${plan.nextRunAt}
    where zone_id = ${zoneId} and id = ${id}`
  return changed === 1 ? findSchedule(tx, zoneId, id) : undefined
}

export async function deleteSchedule(tx: Tx, zoneId: string, id: string): Promise<boolean> {
  const changed = await run(tx)`
    delete from report_schedules where zone_id = ${zoneId} and id = ${id}`
  return changed === 1
}

export type DueSchedule = {
  readonly id: string
  readonly zone_id: string
  readonly kind: ReportKind
  readonly format: ReportFormat
  readonly rhythm: ReportFrequency
  readonly starts_on: string | null
  readonly since: Date
  readonly status: string
  readonly time_zone: string
}

/** Claims due schedules, so that no other node takes them until this transaction ends. Requires the database owner role. */
export const claimDueSchedules = (tx: Tx, defaultTimeZone: string, now: Date, limit: number) =>
  many(tx)<DueSchedule>`
    select s.id, s.zone_id, s.kind, s.format, s.rhythm, s.starts_on::text as starts_on, s.since, z.status,
      zone_time_zone(s.zone_id, ${defaultTimeZone}) as time_zone
    from report_schedules s join zones z on z.id = s.zone_id
    where s.enabled and s.next_run_at <= ${now}
    order by s.next_run_at limit ${limit} for update of s skip locked`

export async function setNextRun(tx: OwnerTx, id: string, at: Date): Promise<void> {
  await run(tx)`update report_schedules set next_run_at = ${at} where id = ${id}`
}

type NewRun = Pick<DueSchedule, 'id' | 'zone_id' | 'kind' | 'format'> &
  ReportPeriod & { readonly rerunBy: string | null }

/**
 * Inserts a run and returns its id; undefined if the period already has one and this is not a rerun. Requires the database owner
 * role.
 */
export async function insertScheduledRun(tx: Tx, it: NewRun): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ id: string }>`
    insert into report_runs (schedule_id, zone_id, zone_ids, kind, format, from_day, to_day, rerun, rerun_by)
    values (${it.id}, ${it.zone_id}, array[${it.zone_id}::uuid], ${it.kind}, ${it.format}, ${it.from}::date, ${it.to}::date, ${it.rerunBy !== null}, ${it.rerunBy})
    on conflict (schedule_id, from_day, to_day) where not rerun do nothing returning id`
  return row?.id
}

/** Finds the kind, format and days of a schedule's run. */
export const findCreatedRun = (tx: Tx, scheduleId: string, id: string) =>
  oneOrNone(tx)<Pick<ScheduleRow, 'kind' | 'format'> & ReportPeriod>`
    select kind, format, from_day::text as "from", to_day::text as "to" from report_runs
    where id = ${id} and schedule_id = ${scheduleId}`

/**
 * True if a run of the schedule that began within the last day is still being created or emailed. Locks the schedule until the
 * transaction ends. Requires the database owner role.
 */
export async function hasUnfinishedRun(tx: Tx, scheduleId: string): Promise<boolean> {
  await run(tx)`select from report_schedules where id = ${scheduleId} for update`
  const rows = await many(tx)`
    select from report_runs r where r.schedule_id = ${scheduleId} and r.asked_at > now() - interval '1 day'
      and (r.state in ('waiting', 'running')
        or exists (select from report_deliveries d where d.run_id = r.id and d.state = 'waiting'))`
  return rows.length > 0
}
