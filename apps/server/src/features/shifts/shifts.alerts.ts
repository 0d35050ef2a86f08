import { dayText } from '../../lib/day-text.ts'
import type { Alert, Audience } from '../../live/write.ts'
import type { DayKey } from './attendance.queries.ts'

export const attendanceCorrected = (
  { zoneId, userId, day }: DayKey,
  { id, reason, withdrawn }: { id: string; reason: string; withdrawn: boolean },
): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: withdrawn ? 'A correction of your attendance was taken back' : 'Your attendance was corrected',
  text: `${dayText(day)}: ${reason}`,
  about: { day },
  source: `attendance-correction:${id}`,
})

/** `name` is the objecting person's. */
export const attendanceObjected = (
  { zoneId, userId, day }: DayKey,
  { id, name, text }: { id: string; name: string; text: string },
  to: Audience,
): Alert => ({
  type: 'system',
  zoneId,
  to,
  title: `${name} objects to their attendance`,
  text: `${dayText(day)}: ${text}`,
  about: { day, personId: userId },
  source: `attendance-objection:${id}`,
})

export const objectionAnswered = (
  { zoneId, userId, day }: DayKey,
  { id, state, answer }: { id: string; state: 'accepted' | 'declined'; answer: string },
): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: `Your objection was ${state}`,
  text: answer === '' ? dayText(day) : `${dayText(day)}: ${answer}`,
  about: { day },
  source: `attendance-objection:${id}:answered`,
})
