import { maxReportRows } from '@muster/contract/report-document.ts'
import type { ObjectionState } from '@muster/domain/attendance.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many, oneOrNone, oneValue, run } from '../../db/rows.ts'

/** Days are inclusive. Queries return at most one row more than a report allows, which shows that there are too many. */
export type AttendanceScope = {
  readonly zoneIds: readonly string[]
  readonly userIds?: readonly string[] | undefined
  readonly from: string
  readonly to: string
}

/**
 * Restricts the rows with the alias `it` to the scope, and to people with a presence state in the zone. Reports omit the days
 * of former members, as they omit these people's visits.
 */
const scopeCondition = ({ zoneIds, userIds, from, to }: AttendanceScope) => sql`
  it.zone_id = any(${[...zoneIds]}::uuid[]) and it.day between ${from}::date and ${to}::date
  and ${isAmong('it.user_id', userIds)}
  and exists (select from presence_tracking t where t.zone_id = it.zone_id and t.user_id = it.user_id)`
const maxRows = maxReportRows + 1

export type CorrectionRow = {
  readonly id: string
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly first_in: Date | null
  readonly last_out: Date | null
  readonly inside_minutes: number | null
  readonly excused: boolean
  readonly withdrawn: boolean
  readonly reason: string
  readonly corrected_by: string | null
  readonly corrected_at: Date
}
const correctionColumns = sql`id, zone_id, user_id, day::text as day, first_in, last_out, inside_minutes, excused, withdrawn, reason,
  corrected_by, corrected_at`

/** Lists the effective corrections visible to the actor: the newest for each day, unless it revokes the previous one. */
export const listCorrections = (tx: Tx, scope: AttendanceScope) =>
  many(tx)<CorrectionRow>`
    select ${correctionColumns} from (
      select distinct on (it.zone_id, it.user_id, it.day) it.* from attendance_corrections it where ${scopeCondition(scope)}
      order by it.zone_id, it.user_id, it.day, it.corrected_at desc, it.id desc) newest
    where not withdrawn order by zone_id, user_id, newest.day limit ${maxRows}`

export type ObjectionStateRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly objection_id: string
  readonly state: ObjectionState
}

/** Lists the state of the newest objection to each day, as far as the actor may see it. */
export const listObjectionStates = (tx: Tx, scope: AttendanceScope) =>
  many(tx)<ObjectionStateRow>`
    select distinct on (it.zone_id, it.user_id, it.day) it.zone_id, it.user_id, it.day::text as day, it.id as objection_id, it.state
    from attendance_objections it where ${scopeCondition(scope)}
    order by it.zone_id, it.user_id, it.day, it.created_at desc, it.id desc limit ${maxRows}`

export type ExpectedRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly grace_minutes: number | null
  readonly plan: string | null
  readonly holiday: string | null
}

/**
 * Lists people's expected shifts. A day without a row has no plan; a row without `starts_at` is a holiday or a day off. Days that
 * began before `since` are left out.
 */
export const listExpected = (
  tx: Tx,
  { zoneIds, userIds, from, to }: AttendanceScope,
  defaultTimeZone: string,
  since?: Date,
) =>
  many(tx)<ExpectedRow>`
    select zone_id, user_id, day::text as day, starts_at, ends_at, grace_minutes, plan, holiday
    from expected_shifts(${[...zoneIds]}::uuid[], ${from}::date, ${to}::date, ${defaultTimeZone}, ${userIds ? [...userIds] : null}::uuid[],
      ${since ?? null}::timestamptz) limit ${maxRows}`

/** One person's day in one zone. */
export type DayKey = { readonly zoneId: string; readonly userId: string; readonly day: string }
const dayCondition = ({ zoneId, userId, day }: DayKey) =>
  sql`zone_id = ${zoneId} and user_id = ${userId} and day = ${day}::date`

/** Lists the corrections to a day, newest first. Index: attendance_corrections_day. */
export const listDayCorrections = (tx: Tx, key: DayKey, limit: number) =>
  many(tx)<CorrectionRow>`
    select ${correctionColumns} from attendance_corrections where ${dayCondition(key)}
    order by corrected_at desc, id desc limit ${limit}`

export type NewCorrection = DayKey & {
  readonly requestId: string
  readonly firstIn: string | null
  readonly lastOut: string | null
  readonly insideMinutes: number | null
  readonly excused: boolean
  readonly withdrawn: boolean
  readonly reason: string
  readonly correctedBy: string
}

/** Inserts a correction; undefined for a repeated request. */
export const insertCorrection = (tx: Tx, it: NewCorrection) =>
  oneOrNone(tx)<{ id: string }>`
    insert into attendance_corrections
      (request_id, zone_id, user_id, day, first_in, last_out, inside_minutes, excused, withdrawn, reason, corrected_by)
    values (${it.requestId}, ${it.zoneId}, ${it.userId}, ${it.day}::date, ${it.firstIn}::timestamptz, ${it.lastOut}::timestamptz,
      ${it.insideMinutes}::integer, ${it.excused}, ${it.withdrawn}, ${it.reason}, ${it.correctedBy})
    on conflict (corrected_by, request_id) do nothing returning id`

export const findCorrectionByRequest = (tx: Tx, correctedBy: string, requestId: string) =>
  oneOrNone(tx)<CorrectionRow>`
    select ${correctionColumns} from attendance_corrections
    where corrected_by = ${correctedBy} and request_id = ${requestId}`

/** Visits are cut off at the two instants; an open one lasts until now. Both null without visits. */
export const findMeasuredEnds = (tx: Tx, { zoneId, userId }: DayKey, rangeStart: Date, rangeEnd: Date) =>
  oneOrNone(tx)<{ first_in: Date | null; last_out: Date | null }>`
    select min(greatest(entry_time, ${rangeStart})) as first_in, max(least(coalesce(exit_time, now()), ${rangeEnd})) as last_out
    from presence_history where zone_id = ${zoneId} and user_id = ${userId}
      and entry_time < ${rangeEnd} and (exit_time is null or exit_time > ${rangeStart})`

/** Returns true if the person is a member of the zone, is invited to it or has visited it, as far as the actor may see this. */
export const isMemberOrHasVisited = (tx: Tx, zoneId: string, userId: string) =>
  oneValue(tx)<boolean>`
    select exists (select from zone_assignments where zone_id = ${zoneId} and user_id = ${userId})
      or exists (select from presence_history where zone_id = ${zoneId} and user_id = ${userId}) as found`

/** Null `userId`: everybody's. A day has ended in every time zone two days after it began in UTC. */
export async function deleteOldAttendance(tx: OwnerTx, cutoff: Date, userId: string | null): Promise<number> {
  const isOld = sql`day < (${cutoff}::timestamptz at time zone 'UTC')::date - 1
    and (${userId}::uuid is null or user_id = ${userId}::uuid)`
  const corrections = await run(tx)`delete from attendance_corrections where ${isOld}`
  return corrections + (await run(tx)`delete from attendance_objections where ${isOld}`)
}
