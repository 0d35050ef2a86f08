import { msg } from '@lingui/core/runtime-macro'
import { localDay } from '../../lib/texts/local-day.ts'
import type { Alert, Audience } from '../../live/write.ts'
import type { DayKey } from './attendance.queries.ts'

export const attendanceCorrectedAlert = (
  { zoneId, userId, day }: DayKey,
  { id, reason, withdrawn }: { id: string; reason: string; withdrawn: boolean },
): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: withdrawn ? msg`A correction to your attendance was undone` : msg`Your attendance was corrected`,
  text: msg`${{ day: localDay(day) }}: ${{ reason }}`,
  about: { day },
  source: `attendance-correction:${id}`,
})

/** Creates the alert about a new objection. `name` is the name of the person who objects. */
export const attendanceObjectedAlert = (
  { zoneId, userId, day }: DayKey,
  { id, name, text }: { id: string; name: string; text: string },
  recipients: Audience,
): Alert => ({
  type: 'system',
  zoneId,
  to: recipients,
  title: msg`${{ name }} objected to their attendance record`,
  text: msg`${{ day: localDay(day) }}: ${{ reason: text }}`,
  about: { day, personId: userId },
  source: `attendance-objection:${id}`,
})

export const objectionAnsweredAlert = (
  { zoneId, userId, day }: DayKey,
  { id, state, answer }: { id: string; state: 'accepted' | 'declined'; answer: string },
): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: state === 'accepted' ? msg`Your objection was accepted` : msg`Your objection was declined`,
  text: answer === '' ? localDay(day) : msg`${{ day: localDay(day) }}: ${{ answer }}`,
  about: { day },
  source: `attendance-objection:${id}:answered`,
})
