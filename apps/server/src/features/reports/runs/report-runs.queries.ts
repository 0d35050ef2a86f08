import {
  maxConcurrentReportRuns,
  maxListedReportRuns,
  type ReportRunState,
} from '@muster/contract/report-runs.ts'
import { limits } from '@muster/domain/limits.ts'
import { isRollKind, type ReportFormat, type RollKind } from '@muster/domain/report.ts'
import type { Role } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, oneValue, run } from '../../../db/rows.ts'
import { URGENT_SECONDS } from '../../../jobs/download-queue.ts'
import type { StoredFile, SweepPosition } from '../../../platform/feature.ts'
import { fail } from '../../../rpc/fail.ts'
import { toStoredProblem } from '../problems.ts'
import type { ReportRequest } from '../report-request.ts'

/** For each kind of data in a list, the ids of the zones (or the emergency) whose data of this kind its reader sees. */
export type VisibleScope = Readonly<Record<string, readonly string[]>>

export type RunRow = {
  id: string
  kind: ReportRequest['kind'] | RollKind
  format: ReportFormat
  zone_id: string | null
  group_id: string | null
  person_id: string | null
  emergency_id: string | null
  /** The zones covered when the report was requested. Access is checked again when the report is generated. */
  zone_ids: string[]
  row_search: string | null
  bar_column: string | null
  bar_value: string | null
  from_day: string
  to_day: string
  state: ReportRunState
  percent: number
  rows: number | null
  bytes: number | null
  problem: string | null
  asked_at: string
  finished_at: string | null
  expires_at: string | null
}

/** A run of a report, not of a list of people. */
type ReportRun = RunRow & { readonly kind: ReportRequest['kind'] }
export const isReportRun = <Run extends RunRow>(run: Run): run is Run & ReportRun => !isRollKind(run.kind)

const dayColumns = sql.raw('r.from_day::text as from_day, r.to_day::text as to_day')
const columns = sql`r.id, r.kind, r.format, r.zone_id, r.group_id, r.person_id, r.emergency_id, r.zone_ids, r.row_search, r.bar_column, r.bar_value, ${dayColumns}, r.state, r.percent, r.rows, r.bytes,
  r.problem, wire_time(r.asked_at) as asked_at, wire_time(r.finished_at) as finished_at, wire_time(r.expires_at) as expires_at`
/** Time since the request after which an unfinished run is considered lost. */
const LOST_AFTER = sql`case when kind in ('inside', 'missing') then ${sql.lit(URGENT_SECONDS)} * interval '1 second' else interval '1 day' end`
/** Days to keep the record of an emailed report. */
const RECORD_DAYS = 400

export const toReportRequest = (
  row: Pick<
    ReportRun,
    | 'kind'
    | 'zone_id'
    | 'group_id'
    | 'person_id'
    | 'from_day'
    | 'to_day'
    | 'row_search'
    | 'bar_column'
    | 'bar_value'
  >,
): ReportRequest => ({
  kind: row.kind,
  zoneId: row.zone_id,
  groupId: row.group_id,
  userId: row.person_id,
  from: row.from_day,
  to: row.to_day,
  rows: {
    ...(row.row_search !== null && { search: row.row_search }),
    ...(row.bar_column !== null &&
      row.bar_value !== null && { bar: { column: row.bar_column, value: row.bar_value } }),
  },
})

/** The actor's own runs, newest first. */
export const listRuns = (tx: Tx) =>
  many(tx)<RunRow>`
    select ${columns} from report_runs r where r.asked_by = actor_id()
    order by r.asked_at desc, r.id desc limit ${maxListedReportRuns}`

/** Selects a run that the person requested. Can run as the actor or as the database owner. */
export const ownRunQuery = (userId: string, id: string) =>
  sql<RunRow>`select ${columns} from report_runs r where r.id = ${id} and r.asked_by = ${userId}`

export type NewRun = {
  report: Omit<ReportRequest, 'kind'> & { readonly kind: RunRow['kind']; readonly emergencyId: string | null }
  zoneIds: readonly string[]
  format: ReportFormat
  userId: string
  requestId: string
}

/**
 * Creates a run, or returns the one created for this request id, and says whether it is new. Undefined if the person has reached
 * the limit of pending runs, which each emergency and each zone's list of people inside has for itself, so that they wait for no others.
 * Throws REQUEST_ID_TAKEN. Requires the database owner role.
 */
export async function beginRun(
  tx: Tx,
  { report, zoneIds, format, userId, requestId }: NewRun,
): Promise<{ run: RunRow; isNew: boolean } | undefined> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`report-runs:${userId}`}, 0))`
  const existingRun = await oneOrNone(tx)<RunRow>`
    select ${columns} from report_runs r where r.asked_by = ${userId} and r.request_id = ${requestId}`
  if (existingRun && existingRun.kind !== report.kind) throw fail('REQUEST_ID_TAKEN')
  if (existingRun) return { run: existingRun, isNew: false }
  const newRun = await oneOrNone(tx)<RunRow>`
    insert into report_runs as r (request_id, asked_by, kind, format, zone_id, group_id, person_id, emergency_id, zone_ids,
      row_search, bar_column, bar_value, from_day, to_day)
    select ${requestId}, ${userId}::uuid, ${report.kind}, ${format}, ${report.zoneId}::uuid, ${report.groupId}::uuid, ${report.userId}::uuid,
      ${report.emergencyId}::uuid, ${[...zoneIds]}::uuid[], ${report.rows?.search || null}, ${report.rows?.bar?.column ?? null}, ${report.rows?.bar?.value ?? null}, ${report.from}::date, ${report.to}::date
    where (select count(*) from report_runs where asked_by = ${userId} and state in ('waiting', 'running')
      and case when ${isRollKind(report.kind)} then kind = ${report.kind}
          and emergency_id is not distinct from ${report.emergencyId}::uuid and zone_id is not distinct from ${report.zoneId}::uuid
        else kind not in ('inside', 'missing') end
      and asked_at > now() - ${LOST_AFTER}) < ${maxConcurrentReportRuns}
    returning ${columns}`
  return newRun && { run: newRun, isNew: true }
}

export type Attempt = RunRow & {
  readonly attempt: number
  readonly asked_by: string | null
  readonly schedule_id: string | null
  /** The zone's status. */
  readonly status: string | null
  /** True if the schedule has since been switched off, unless somebody requested this run again (`rerun`). */
  readonly switched_off: boolean | null
  readonly recipients: number
}

/**
 * Starts an attempt; earlier attempts can no longer write. Undefined if the run has ended or no longer exists. Requires the
 * database owner role.
 */
export const beginAttempt = (tx: Tx, id: string) =>
  oneOrNone(tx)<Attempt>`
    update report_runs r set state = 'running', attempt = attempt + 1, percent = 0, started_at = now()
    where r.id = ${id} and r.state in ('waiting', 'running')
    returning ${columns}, r.attempt, r.asked_by, r.schedule_id,
      (select status from zones where id = r.zone_id) as status,
      (select not enabled and not r.rerun from report_schedules where id = r.schedule_id) as switched_off,
      (select count(*)::int from report_recipients where zone_id = r.zone_id and off_at is null) as recipients`

/** Stores the progress; false if the attempt was superseded or the run has ended, for example because it was cancelled. */
export async function updateProgress(tx: Tx, { id, attempt }: Attempt, percent: number): Promise<boolean> {
  const changed = await run(tx)`
    update report_runs set percent = greatest(percent, ${percent})
    where id = ${id} and attempt = ${attempt} and state = 'running'`
  return changed === 1
}

export type RunFile = {
  readonly path: string
  readonly rows: number
  readonly bytes: number
  readonly visibleScope: VisibleScope
}

/** Makes the file available for download; false if the attempt was superseded or the run has ended. */
export async function finishAttempt(
  tx: Tx,
  { id, attempt, kind }: Attempt,
  { path, rows, bytes, visibleScope }: RunFile,
): Promise<boolean> {
  const keepDays = isRollKind(kind) ? limits.rollFileKeepDays : limits.reportFileKeepDays
  const changed = await run(tx)`
    update report_runs set state = 'done', percent = 100, path = ${path}, rows = ${rows}, bytes = ${bytes}, reach = ${JSON.stringify(visibleScope)},
      finished_at = now(), expires_at = now() + ${keepDays} * interval '1 day'
    where id = ${id} and attempt = ${attempt} and state = 'running'`
  return changed === 1
}

/** Marks a waiting or running run as failed, with the reason. Its current attempt can no longer write. */
export async function failRun(tx: Tx, id: string, problem: string): Promise<void> {
  await run(tx)`
    update report_runs set state = 'failed', attempt = attempt + 1, finished_at = now(), problem = ${problem.slice(0, 300)}
    where id = ${id} and state in ('waiting', 'running')`
}

/** Cancels a run; undefined if it has already ended. Requires the database owner role. */
export const cancelRun = (tx: Tx, id: string) =>
  oneOrNone(tx)<RunRow>`
    update report_runs r set state = 'cancelled', attempt = attempt + 1, finished_at = now()
    where r.id = ${id} and r.state in ('waiting', 'running') returning ${columns}`

export type StoredRun = RunRow & {
  readonly path: string
  readonly schedule_id: string | null
  readonly visibleScope: VisibleScope
}

/** Selects a run whose file can be downloaded: one the actor requested, or one from a schedule visible to them. */
export function readyRunQuery(key: { id: string } | { path: string }) {
  const runCondition = 'id' in key ? sql`r.id = ${key.id}` : sql`r.path = ${key.path}`
  return sql<StoredRun>`
    select ${columns}, r.path, r.schedule_id, r.reach as "visibleScope" from report_runs r
    where ${runCondition} and (r.asked_by = actor_id() or r.schedule_id is not null) and r.state = 'done' and r.path is not null and r.expires_at > now()`
}

/** The actor's current role. */
export const findActorRole = (tx: Tx) => oneValue(tx)<Role | null>`select actor_role() as role`

/**
 * Marks lost runs as failed, deletes expired on-demand runs and all runs older than `RECORD_DAYS`, and clears the file paths of
 * expired scheduled runs.
 */
export async function expireRuns(tx: OwnerTx): Promise<void> {
  await run(tx)`
    update report_runs set state = 'failed', attempt = attempt + 1, finished_at = now(), problem = ${toStoredProblem('notMade')}
    where state in ('waiting', 'running') and asked_at < now() - ${LOST_AFTER}`
  await run(tx)`delete from report_runs
    where asked_by is not null and coalesce(expires_at, asked_at + ${limits.reportFileKeepDays} * interval '1 day') < now()
      or asked_at < now() - ${RECORD_DAYS} * interval '1 day'`
  await run(tx)`update report_runs set path = null where path is not null and expires_at < now()`
}

/** Lists the next stored report files in id order, after a cursor. Requires the database owner role. */
export const listReportFilesAfter = (tx: Tx, { after, before, limit }: SweepPosition) =>
  many(tx)<StoredFile>`
    select id, path, false as has_thumbnail, finished_at < ${before} as old from report_runs
    where path is not null ${after === undefined ? sql`` : sql`and id > ${after}`} order by id limit ${limit}`
