import type { Alert, Audience } from '../../live/write.ts'
import type { DayKey } from './attendance.queries.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** `2026-03-01` as `1 Mar 2026`. */
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep')

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

/** `name` is that of the person who objects. */
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
