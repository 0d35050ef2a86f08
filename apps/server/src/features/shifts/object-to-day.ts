import { toLocalTime } from '@muster/domain/local-time.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import type { Audience, WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { findCorrectionByRequest, type NewCorrection } from './attendance.queries.ts'
import { correctAttendance } from './correct-attendance.ts'
import {
  closeObjection,
  findObjection,
  findObjectionByRequest,
  insertObjection,
  type NewObjection,
  type ObjectionRow,
} from './objections.queries.ts'
import { attendanceObjectedAlert, objectionAnsweredAlert } from './shifts.alerts.ts'
import { shiftsEvents } from './shifts.events.ts'

/**
 * The audience of the people who may correct a zone's attendance, except one person: the zone's members with the permission or,
 * if there are none, the administrators of all zones.
 */
const toAttendanceManagers = (zoneId: string, excludedUserId: string): Audience =>
  sql<string[]>`attendance_keepers(${zoneId}, ${excludedUserId})`

/**
 * Objects to the record of one's own day and alerts the people who may correct it. A repeated request returns the first objection.
 * Throws DAY_IN_FUTURE, OBJECTION_OPEN, REQUEST_ID_TAKEN.
 */
export async function objectToDay(
  { tx, publish, alert }: WriteContext,
  it: NewObjection,
  timeZone: string,
): Promise<string> {
  const previousObjection = await findObjectionByRequest(tx, it.userId, it.requestId)
  if (previousObjection) {
    if (
      previousObjection.zone_id !== it.zoneId ||
      previousObjection.day !== it.day ||
      previousObjection.text !== it.text
    )
      throw fail('REQUEST_ID_TAKEN')
    return previousObjection.id
  }
  if (it.day > toLocalTime(Date.now(), timeZone).day) throw fail('DAY_IN_FUTURE')
  const objection = await insertObjection(tx, it)
  if (!objection) throw fail('OBJECTION_OPEN')
  const { zoneId, userId, day, text } = it
  const { name } = (await loadPersonNames(tx, [userId]))(userId)
  alert(attendanceObjectedAlert(it, { id: objection.id, name, text }, toAttendanceManagers(zoneId, userId)))
  publish(shiftsEvents, { kind: 'attendance.objected', zoneId, userId, day })
  return objection.id
}

type ObjectionRef = { readonly zoneId: string; readonly objectionId: string; readonly actorId: string }

/**
 * Withdraws one's own objection; does nothing if it is already withdrawn. Throws OBJECTION_NOT_FOUND, also for other people's
 * objections, and OBJECTION_SETTLED.
 */
export async function withdrawObjection(write: WriteContext, objectionRef: ObjectionRef): Promise<void> {
  const row = await findObjection(write.tx, objectionRef.zoneId, objectionRef.objectionId)
  if (!row || row.user_id !== objectionRef.actorId) throw fail('OBJECTION_NOT_FOUND')
  if (row.state === 'withdrawn') return
  await closeAndNotify(write, row, { state: 'withdrawn' })
}

/**
 * Declines an objection with an answer; does nothing if the actor has already given this answer. Throws OBJECTION_NOT_FOUND,
 * OWN_ATTENDANCE, OBJECTION_SETTLED.
 */
export async function declineObjection(
  write: WriteContext,
  objectionRef: ObjectionRef,
  answer: string,
): Promise<void> {
  const row = await requireOthersObjection(write.tx, objectionRef)
  if (row.state === 'declined' && row.answered_by === objectionRef.actorId && row.answer === answer) return
  await closeAndNotify(write, row, { state: 'declined', answer, answeredBy: objectionRef.actorId })
}

type CorrectionInput = Pick<NewCorrection, 'requestId' | 'firstIn' | 'lastOut' | 'insideMinutes' | 'excused'>

/** Corrects the day. Throws OBJECTION_NOT_FOUND, OWN_ATTENDANCE, OBJECTION_SETTLED, CORRECTION_TIME_INVALID, REQUEST_ID_TAKEN. */
export async function acceptObjection(
  write: WriteContext,
  objectionRef: ObjectionRef,
  { answer, ...input }: CorrectionInput & { readonly answer: string },
  timeZone: string,
): Promise<string> {
  const row = await requireOthersObjection(write.tx, objectionRef)
  const previousCorrection = await findCorrectionByRequest(write.tx, objectionRef.actorId, input.requestId)
  if (!(row.state === 'accepted' && previousCorrection))
    await closeAndNotify(write, row, { state: 'accepted', answer, answeredBy: objectionRef.actorId })
  const { zone_id: zoneId, user_id: userId, day } = row
  const correction = { zoneId, userId, day, ...input, reason: answer, correctedBy: objectionRef.actorId }
  return correctAttendance(write, correction, { timeZone, answers: true })
}

async function requireOthersObjection(
  tx: Tx,
  { zoneId, objectionId, actorId }: ObjectionRef,
): Promise<ObjectionRow> {
  const row = await findObjection(tx, zoneId, objectionId)
  if (!row) throw fail('OBJECTION_NOT_FOUND')
  if (row.user_id === actorId) throw fail('OWN_ATTENDANCE')
  return row
}

async function closeAndNotify(
  { tx, publish, alert }: WriteContext,
  row: ObjectionRow,
  it: Parameters<typeof closeObjection>[2],
): Promise<void> {
  if (!(await closeObjection(tx, row.id, it))) throw fail('OBJECTION_SETTLED')
  const key = { zoneId: row.zone_id, userId: row.user_id, day: row.day }
  if (it.state !== 'withdrawn') alert(objectionAnsweredAlert(key, { ...it, id: row.id }))
  publish(shiftsEvents, { kind: 'attendance.objected', ...key })
}
