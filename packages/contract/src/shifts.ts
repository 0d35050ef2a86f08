import { objectionStates } from '@muster/domain/attendance.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { clockTime, day, timeZone } from './calendar.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { count, countText } from './numbers.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'

const { inZone } = callsTagged('shifts')

/** The person who acted; `id` is null once their account is deleted. */
const namedPerson = z.object({ id: id.nullable(), name: z.string() })

/** The day of the week: 1 is Monday, 7 is Sunday. */
const weekday = fitting(z.int().min(1).max(7), 'smallint')
const weekdays = fitting(
  z
    .array(weekday)
    .min(1, 'Choose at least one day')
    .max(7)
    .overwrite(days => [...new Set(days)].sort()),
  'smallint[]',
)
const planName = oneLine(80).min(1, 'Name is required')

const planFields = {
  name: planName,
  /** The group to which these hours apply. Null applies them to everybody in the zone who is in no group with its own hours. */
  groupId: id.nullable(),
  days: weekdays,
  /** In the zone's local time. An end at or before the start is on the next day. */
  starts: clockTime,
  ends: clockTime,
  graceMinutes: count.max(limits.shiftGraceMost),
  validFrom: day,
  /** The last day, inclusive; null for an open-ended plan. */
  validUntil: day.nullable(),
}
const isOrdered = (it: { validFrom: string; validUntil: string | null }) =>
  it.validUntil === null || it.validUntil >= it.validFrom
const lastDayProblem = { path: ['validUntil'], error: 'The last day lies before the first.' }

export const shiftPlan = z.object({ id, zoneId: id, ...planFields, groupName: z.string().nullable() })
export type ShiftPlan = z.infer<typeof shiftPlan>

export const holiday = z.object({ day, name: z.string() })
export type Holiday = z.infer<typeof holiday>

/** The fields of a manager's correction of a day, which is stored next to the measured times. */
const correctionFields = {
  /** For this field and the next two, null keeps the measured value. */
  firstIn: instant.nullable(),
  lastOut: instant.nullable(),
  insideMinutes: count.max(limits.correctedMinutesMost).nullable(),
  /** True if the absence, or the missing part of the day, is excused. */
  excused: z.boolean(),
}
const hasContent = (it: {
  firstIn: string | null
  lastOut: string | null
  insideMinutes: number | null
  excused: boolean
}) => it.excused || it.firstIn !== null || it.lastOut !== null || it.insideMinutes !== null
const emptyCorrectionProblem = {
  path: ['firstIn'],
  error: 'Change a time or the time inside, or excuse the day.',
}
const reason = text(500).min(1, 'Reason is required')

export const correction = z.object({
  id,
  ...correctionFields,
  /** True if this entry withdraws the previous correction, so that the measured times apply again. */
  withdrawn: z.boolean(),
  reason: z.string(),
  by: namedPerson,
  at: instant,
})
export type Correction = z.infer<typeof correction>

export const objection = z.object({
  id,
  zoneId: id,
  person: namedPerson,
  day,
  text: z.string(),
  state: z.enum(objectionStates),
  answer: z.string(),
  answeredBy: namedPerson.nullable(),
  answeredAt: instant.nullable(),
  createdAt: instant,
  /** True if the caller may answer. Nobody can answer their own objection. */
  mayAnswer: z.boolean(),
})
export type Objection = z.infer<typeof objection>

export const expectedShift = z.object({
  startsAt: instant,
  endsAt: instant,
  graceMinutes: z.int(),
  plan: z.string(),
})

/** A person's day without the measured times: its plan, corrections and objections. */
export const attendanceDay = z.object({
  userId: id,
  day,
  /** The time zone in which the day begins and ends. */
  timeZone,
  /** Null for a day without a plan, on which nobody counts as late or absent. */
  expected: z
    .object({ shifts: z.array(expectedShift).max(limits.shiftPlansMost), holiday: z.string().nullable() })
    .nullable(),
  /** Newest first; the newest one applies. */
  corrections: z.array(correction).max(limits.dayCorrectionsMost),
  objections: z.array(objection).max(limits.dayCorrectionsMost),
  mayCorrect: z.boolean(),
})
export type AttendanceDay = z.infer<typeof attendanceDay>

const planRef = { zoneId: id, planId: id }
const personDayRef = { zoneId: id, userId: id, day }
const objectionRef = { zoneId: id, objectionId: id }

export const shifts = {
  plans: inZone(
    'GET /zones/{zoneId}/shift-plans',
    'list_shift_plans',
    'List the planned hours of a zone and its groups',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(
      z.object({ plans: z.array(shiftPlan).max(limits.shiftPlansMost), timeZone, mayChange: z.boolean() }),
    ),
  /** Creates a plan. The client creates `requestId`, so a repeated request creates only one plan. */
  createPlan: inZone(
    'POST /zones/{zoneId}/shift-plans',
    'create_shift_plan',
    'Plan when the people of a zone, or of one of its groups, are expected',
    201,
  )
    .input(z.strictObject({ zoneId: id, requestId: id, ...planFields }).refine(isOrdered, lastDayProblem))
    .output(z.object({ planId: id }))
    .errors(pick('GROUP_NOT_FOUND', 'SHIFT_PLANS_FULL', 'REQUEST_ID_TAKEN')),
  updatePlan: inZone('PUT /zones/{zoneId}/shift-plans/{planId}', 'update_shift_plan', 'Change planned hours')
    .input(z.strictObject({ ...planRef, ...planFields }).refine(isOrdered, lastDayProblem))
    .output(z.object({ updated: z.literal(true) }))
    .errors(pick('SHIFT_PLAN_NOT_FOUND', 'GROUP_NOT_FOUND')),
  removePlan: inZone(
    'DELETE /zones/{zoneId}/shift-plans/{planId}',
    'remove_shift_plan',
    'Remove planned hours',
  )
    .input(z.strictObject(planRef))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('SHIFT_PLAN_NOT_FOUND')),

  holidays: inZone('GET /zones/{zoneId}/holidays', 'list_holidays', 'List the holidays of a zone in a year')
    .input(z.strictObject({ zoneId: id, year: countText.min(1970).max(9999) }))
    .output(z.object({ holidays: z.array(holiday).max(366), mayChange: z.boolean() })),
  /** Adds holidays, and renames those that already exist. */
  addHolidays: inZone(
    'POST /zones/{zoneId}/holidays',
    'add_holidays',
    'Add holidays to a zone, several at once',
  )
    .input(
      z.strictObject({
        zoneId: id,
        holidays: z
          .array(z.strictObject({ day, name: planName }))
          .min(1)
          .max(limits.holidaysAtOnce),
      }),
    )
    .output(z.object({ added: z.int() }))
    .errors(pick('HOLIDAYS_FULL')),
  removeHoliday: inZone('DELETE /zones/{zoneId}/holidays/{day}', 'remove_holiday', 'Remove a holiday')
    .input(z.strictObject({ zoneId: id, day }))
    .output(z.object({ removed: z.boolean() })),

  day: inZone(
    'GET /zones/{zoneId}/attendance/{userId}/{day}',
    'get_attendance_day',
    'Read what was expected of a day of somebody, how it was corrected, and objections to it',
  )
    .input(z.strictObject(personDayRef))
    .output(attendanceDay)
    .errors(pick('USER_NOT_FOUND', 'DAY_IN_FUTURE')),
  /** Returns the caller's own day. Does not require entering the zone. */
  ownDay: inZone(
    'GET /zones/{zoneId}/own-attendance/{day}',
    'get_own_attendance_day',
    'Read the same of a day of one’s own',
  )
    .input(z.strictObject({ zoneId: id, day }))
    .output(attendanceDay)
    .errors(pick('DAY_IN_FUTURE')),
  /** Corrects a day; the measured times are kept as well. Nobody can correct their own day. */
  correct: inZone(
    'POST /zones/{zoneId}/attendance/{userId}/{day}/corrections',
    'correct_attendance',
    'Correct a day of somebody, with a reason',
    201,
  )
    .input(
      z
        .strictObject({ ...personDayRef, requestId: id, ...correctionFields, reason })
        .refine(hasContent, emptyCorrectionProblem),
    )
    .output(z.object({ correctionId: id }))
    .errors(pick('OWN_ATTENDANCE', 'USER_NOT_FOUND', 'CORRECTION_TIME_INVALID', 'REQUEST_ID_TAKEN')),
  takeBackCorrection: inZone(
    'POST /zones/{zoneId}/attendance/{userId}/{day}/corrections/withdrawal',
    'take_back_attendance_correction',
    'Take the correction of a day back: what was measured counts again',
    201,
  )
    .input(z.strictObject({ ...personDayRef, requestId: id, reason }))
    .output(z.object({ correctionId: id }))
    .errors(pick('OWN_ATTENDANCE', 'NOT_CORRECTED', 'USER_NOT_FOUND', 'REQUEST_ID_TAKEN')),

  openObjections: inZone(
    'GET /zones/{zoneId}/attendance-objections',
    'list_open_objections',
    'List the objections of a zone that wait for an answer, the oldest first',
  )
    .input(paging.extend({ zoneId: id }))
    .output(page(objection))
    .errors(pick('CURSOR_INVALID')),
  /** Submits an objection to the caller's own day. Does not require entering the zone. */
  object: inZone(
    'POST /zones/{zoneId}/own-attendance/{day}/objections',
    'object_to_attendance',
    'Object to what is recorded of a day of one’s own',
    201,
  )
    .input(z.strictObject({ zoneId: id, day, requestId: id, text: text(1_000).min(1, 'Say how it was.') }))
    .output(z.object({ objectionId: id }))
    .errors(pick('OBJECTION_OPEN', 'DAY_IN_FUTURE', 'REQUEST_ID_TAKEN')),
  withdrawObjection: inZone(
    'POST /zones/{zoneId}/attendance-objections/{objectionId}/withdrawal',
    'withdraw_objection',
    'Withdraw an objection of one’s own',
  )
    .input(z.strictObject(objectionRef))
    .output(z.object({ withdrawn: z.literal(true) }))
    .errors(pick('OBJECTION_NOT_FOUND', 'OBJECTION_SETTLED')),
  /** Accepts an objection by correcting the day; the correction also serves as the answer. */
  acceptObjection: inZone(
    'POST /zones/{zoneId}/attendance-objections/{objectionId}/acceptance',
    'accept_objection',
    'Accept an objection by correcting the day',
  )
    .input(
      z
        .strictObject({ ...objectionRef, requestId: id, ...correctionFields, answer: reason })
        .refine(hasContent, emptyCorrectionProblem),
    )
    .output(z.object({ correctionId: id }))
    .errors(
      pick(
        'OBJECTION_NOT_FOUND',
        'OBJECTION_SETTLED',
        'OWN_ATTENDANCE',
        'CORRECTION_TIME_INVALID',
        'REQUEST_ID_TAKEN',
      ),
    ),
  declineObjection: inZone(
    'POST /zones/{zoneId}/attendance-objections/{objectionId}/refusal',
    'decline_objection',
    'Decline an objection, with an answer',
  )
    .input(z.strictObject({ ...objectionRef, answer: text(1_000).min(1, 'Answer is required') }))
    .output(z.object({ declined: z.literal(true) }))
    .errors(pick('OBJECTION_NOT_FOUND', 'OBJECTION_SETTLED', 'OWN_ATTENDANCE')),
}
