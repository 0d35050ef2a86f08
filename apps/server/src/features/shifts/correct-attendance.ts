import { addDays, findInstant, toLocalTime } from '@muster/domain/local-time.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import {
  type CorrectionRow,
  type DayKey,
  findCorrectionByRequest,
  findMeasuredEnds,
  insertCorrection,
  isMemberOrHasVisited,
  listDayCorrections,
  type NewCorrection,
} from './attendance.queries.ts'
import { attendanceCorrectedAlert } from './shifts.alerts.ts'
import { shiftsEvents } from './shifts.events.ts'

/** Time (ms) before and after the day in which the times of a correction may lie, for shifts that begin or end at night. */
const maxMsBeforeDay = 12 * 60 * 60_000
const maxMsAfterDay = 24 * 60 * 60_000
/** Maximum number of days ahead for which an absence can be excused. */
export const maxExcuseAheadDays = 366

type CorrectionChange = Omit<NewCorrection, 'withdrawn'>

/**
 * Logged; alerts the person unless it answers an objection (`answers`), whose answer alerts itself. Repeatable. Throws
 * OWN_ATTENDANCE, USER_NOT_FOUND, CORRECTION_TIME_INVALID, REQUEST_ID_TAKEN.
 */
export async function correctAttendance(
  write: WriteContext,
  it: CorrectionChange,
  { timeZone, answers = false }: { timeZone: string; answers?: boolean },
): Promise<string> {
  const { tx } = write
  await requireOtherPerson(tx, it)
  const previousId = await findPreviousId(tx, it)
  if (previousId) return previousId
  if (!(await belongsToDay(tx, it, timeZone, Date.now()))) throw fail('CORRECTION_TIME_INVALID')
  return appendCorrection(write, { ...it, withdrawn: false }, answers)
}

/**
 * Revokes a day's correction and returns the id of the revocation. A repeated request returns the first revocation. Throws
 * OWN_ATTENDANCE, USER_NOT_FOUND, NOT_CORRECTED, REQUEST_ID_TAKEN.
 */
export async function withdrawCorrection(
  write: WriteContext,
  it: DayKey & Pick<NewCorrection, 'requestId' | 'reason' | 'correctedBy'>,
): Promise<string> {
  const { tx } = write
  await requireOtherPerson(tx, it)
  const noTimes = { firstIn: null, lastOut: null, insideMinutes: null, excused: false }
  const previousId = await findPreviousId(tx, { ...it, ...noTimes })
  if (previousId) return previousId
  const [latestCorrection] = await listDayCorrections(tx, it, 1)
  if (!latestCorrection || latestCorrection.withdrawn) throw fail('NOT_CORRECTED')
  return appendCorrection(write, { ...it, ...noTimes, withdrawn: true }, false)
}

async function requireOtherPerson(tx: Tx, it: DayKey & { readonly correctedBy: string }): Promise<void> {
  if (it.userId === it.correctedBy) throw fail('OWN_ATTENDANCE')
  if (!(await isMemberOrHasVisited(tx, it.zoneId, it.userId))) throw fail('USER_NOT_FOUND')
}

async function appendCorrection(
  { tx, publish, alert }: WriteContext,
  it: NewCorrection,
  answersObjection: boolean,
): Promise<string> {
  const correction = await insertCorrection(tx, it)
  if (!correction) throw fail('REQUEST_ID_TAKEN')
  const { id } = correction
  const { zoneId, userId, day, withdrawn, reason } = it
  await audit(tx, 'attendance_corrected', {
    actorId: it.correctedBy,
    aboutId: userId,
    zoneId,
    day,
    withdrawn,
  })
  if (!answersObjection) alert(attendanceCorrectedAlert(it, { id, reason, withdrawn }))
  publish(shiftsEvents, { kind: 'attendance.corrected', zoneId, userId, day })
  return id
}

async function findPreviousId(tx: Tx, it: CorrectionChange): Promise<string | undefined> {
  const row = await findCorrectionByRequest(tx, it.correctedBy, it.requestId)
  if (row && !isSameCorrection(row, it)) throw fail('REQUEST_ID_TAKEN')
  return row?.id
}

const isSameCorrection = (row: CorrectionRow, it: CorrectionChange) =>
  row.zone_id === it.zoneId &&
  row.user_id === it.userId &&
  row.day === it.day &&
  row.reason === it.reason &&
  row.excused === it.excused &&
  row.inside_minutes === it.insideMinutes &&
  (row.first_in?.getTime() ?? null) === toMs(it.firstIn) &&
  (row.last_out?.getTime() ?? null) === toMs(it.lastOut)

const toMs = (at: string | null) => (at === null ? null : Date.parse(at))

/**
 * In order, not in the future, with the time inside fitting; a missing end is the measured one. Without times, it must fit the day.
 * A future day can only be excused, at most `maxExcuseAheadDays` ahead.
 */
async function belongsToDay(tx: Tx, it: CorrectionChange, timeZone: string, now: number): Promise<boolean> {
  const { day, insideMinutes } = it
  const today = toLocalTime(now, timeZone).day
  // Check this limit first, because the day after 31 December 9999 could not be computed below.
  if (day > addDays(today, maxExcuseAheadDays)) return false
  const times = [it.firstIn, it.lastOut].filter(at => at !== null).map(at => Date.parse(at))
  if (times.length === 0 && insideMinutes === null) return true
  const dayStart = findInstant(day, '00:00', timeZone)
  const dayEnd = findInstant(addDays(day, 1), '00:00', timeZone)
  const [earliest, latest] = [dayStart - maxMsBeforeDay, Math.min(dayEnd + maxMsAfterDay, now)]
  if (day > today || !times.every(at => at >= earliest && at <= latest)) return false
  if (times.length === 0) return isWithin(insideMinutes, dayStart, dayEnd)
  const measuredEnds =
    times.length === 1 ? await findMeasuredEnds(tx, it, new Date(dayStart), new Date(dayEnd)) : undefined
  const firstInMs = toMs(it.firstIn) ?? measuredEnds?.first_in?.getTime()
  const lastOutMs = toMs(it.lastOut) ?? measuredEnds?.last_out?.getTime()
  return (
    firstInMs !== undefined &&
    lastOutMs !== undefined &&
    lastOutMs >= firstInMs &&
    isWithin(insideMinutes, firstInMs, lastOutMs)
  )
}

const isWithin = (minutes: number | null, from: number, to: number) =>
  minutes === null || minutes <= Math.ceil((to - from) / 60_000)
