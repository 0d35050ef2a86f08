import { localTimeOf } from '@muster/domain/local-time.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { once } from '../../rpc/once.ts'
import { findCorrectionOfRequest, type NewCorrection } from './attendance.queries.ts'
import { correctAttendance } from './correct-attendance.ts'
import {
  findObjection,
  findObjectionOfRequest,
  insertObjection,
  type NewObjection,
  type ObjectionRow,
  settleObjection,
} from './objections.queries.ts'

/**
 * Objects to a day of one's own; a trigger alerts who may correct it. Sending the same again answers with the first one. Throws
 * DAY_IN_FUTURE, OBJECTION_OPEN, REQUEST_ID_TAKEN.
 */
export async function objectToDay(tx: Tx, it: NewObjection, timeZone: string): Promise<string> {
  const { row } = await once({
    find: () => findObjectionOfRequest(tx, it.userId, it.requestId),
    isSame: before => before.zone_id === it.zoneId && before.day === it.day && before.text === it.text,
    insert: async () => {
      if (it.day > localTimeOf(Date.now(), timeZone).day) throw fail('DAY_IN_FUTURE')
      const made = await insertObjection(tx, it)
      if (!made) throw fail('OBJECTION_OPEN')
      return made
    },
  })
  return row.id
}

type One = { readonly zoneId: string; readonly objectionId: string; readonly actorId: string }

/** Throws OBJECTION_NOT_FOUND of those of others, OBJECTION_SETTLED. */
export async function withdrawObjection(tx: Tx, one: One): Promise<void> {
  const row = await findObjection(tx, one.zoneId, one.objectionId)
  if (!row || row.user_id !== one.actorId) throw fail('OBJECTION_NOT_FOUND')
  if (row.state === 'withdrawn') return
  if (!(await settleObjection(tx, row.id, { state: 'withdrawn' }))) throw fail('OBJECTION_SETTLED')
}

/** Throws OBJECTION_NOT_FOUND, OWN_ATTENDANCE, OBJECTION_SETTLED. */
export async function declineObjection(tx: Tx, one: One, answer: string): Promise<void> {
  const row = await requireOfOther(tx, one)
  if (row.state === 'declined' && row.answered_by === one.actorId && row.answer === answer) return
  await settle(tx, row, { state: 'declined', answer, answeredBy: one.actorId })
}

type Said = Pick<NewCorrection, 'requestId' | 'firstIn' | 'lastOut' | 'insideMinutes' | 'excused'>

/**
 * Corrects the day as an answer. Sending the same again answers with the first correction. Throws OBJECTION_NOT_FOUND, OWN_ATTENDANCE,
 * OBJECTION_SETTLED, CORRECTION_TIME_INVALID, REQUEST_ID_TAKEN.
 */
export async function acceptObjection(
  tx: Tx,
  one: One,
  { answer, ...said }: Said & { readonly answer: string },
  timeZone: string,
): Promise<string> {
  const row = await requireOfOther(tx, one)
  const made = await findCorrectionOfRequest(tx, one.actorId, said.requestId)
  if (!(row.state === 'accepted' && made))
    await settle(tx, row, { state: 'accepted', answer, answeredBy: one.actorId })
  // After the answer: the trigger tells the person of both at once.
  const { zone_id: zoneId, user_id: userId, day } = row
  const correction = { zoneId, userId, day, ...said, reason: answer, correctedBy: one.actorId }
  return correctAttendance(tx, correction, { timeZone })
}

async function requireOfOther(tx: Tx, { zoneId, objectionId, actorId }: One): Promise<ObjectionRow> {
  const row = await findObjection(tx, zoneId, objectionId)
  if (!row) throw fail('OBJECTION_NOT_FOUND')
  if (row.user_id === actorId) throw fail('OWN_ATTENDANCE')
  return row
}

async function settle(
  tx: Tx,
  row: ObjectionRow,
  answer: Parameters<typeof settleObjection>[2],
): Promise<void> {
  if (!(await settleObjection(tx, row.id, answer))) throw fail('OBJECTION_SETTLED')
}
