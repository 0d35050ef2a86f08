import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { MINUTE_MS } from './time-units.ts'

/** A time span in which a person is expected. Instants are in milliseconds since 1970. */
export type Shift = {
  readonly startsAt: number
  readonly endsAt: number
  /** Minutes by which a person may come late or leave early without being marked. */
  readonly graceMinutes: number
}

export const attendanceMarks = [
  'present',
  'late',
  'left_early',
  'late_and_left_early',
  'absent',
  'not_yet',
  'holiday',
  'day_off',
  'worked_on_day_off',
  'excused',
] as const
export type AttendanceMark = (typeof attendanceMarks)[number]

/** A person's day, both planned and actual. */
export type DayOfPerson = {
  /** In chronological order; empty on a day off. */
  readonly shifts: readonly Shift[]
  /** The name of the holiday, or null. */
  readonly holiday: string | null
  /** The time of the first entry; null if the person never came. */
  readonly firstInMs: number | null
  /** The time of the last exit; null if the person never came or is still inside. */
  readonly lastOutMs: number | null
  /** The time spent inside, and the part of it within the shifts (`overlapMs`). */
  readonly insideMs: number
  readonly insideShiftMs: number
  /** The arrival of somebody whose badge came in and who was not seen since, so that no time inside is known. */
  readonly unseenArrivalMs?: number | null
  /** True if a manager has excused the day. */
  readonly excused?: boolean
  readonly now: number
}

export type JudgedDay = {
  readonly mark: AttendanceMark
  /** Shift time missed before the first entry and after the last exit, 0 unless the person is late or left early. All durations here are in whole minutes. */
  readonly lateMinutes: number
  readonly earlyMinutes: number
  /** Time in the zone outside the shifts; on a day off, all time in the zone. */
  readonly overtimeMinutes: number
  /** The elapsed length of the shifts, so a clock change during a shift adds or removes an hour. */
  readonly expectedMinutes: number
}

/**
 * Nobody is late within the grace period, nor absent or gone early before the last shift ends: a person at lunch may return. An
 * excuse replaces every mark but `present`. Only for planned days.
 */
export function judgeDay(day: DayOfPerson): JudgedDay {
  const { shifts, insideMs, insideShiftMs } = day
  const [firstShift, lastShift] = [shifts[0], shifts.at(-1)]
  const figures = {
    lateMinutes: 0,
    earlyMinutes: 0,
    overtimeMinutes: toMinutes(insideMs - insideShiftMs),
    expectedMinutes: toMinutes(sum(shifts.map(({ startsAt, endsAt }) => endsAt - startsAt))),
  }
  if (day.holiday !== null || !firstShift || !lastShift) {
    const mark = insideMs > 0 ? 'worked_on_day_off' : day.holiday !== null ? 'holiday' : 'day_off'
    return { ...figures, overtimeMinutes: toMinutes(insideMs), expectedMinutes: 0, mark }
  }
  const arrivedAtMs = findArrival(day, lastShift)
  const leftLate = isLate(day, firstShift, lastShift, arrivedAtMs)
  const leftEarly = isEarly(day, lastShift, arrivedAtMs)
  const mark =
    arrivedAtMs === null && insideShiftMs <= 0 && day.now >= lastShift.endsAt
      ? 'absent'
      : leftLate && leftEarly
        ? 'late_and_left_early'
        : leftLate
          ? 'late'
          : leftEarly
            ? 'left_early'
            : insideShiftMs > 0 || arrivedAtMs !== null
              ? 'present'
              : 'not_yet'
  if (day.excused && mark !== 'present') return { ...figures, mark: 'excused' }
  return {
    ...figures,
    mark,
    lateMinutes: leftLate && mark !== 'absent' ? toMinutes(timeUntil(shifts, arrivedAtMs ?? day.now)) : 0,
    earlyMinutes: leftEarly && day.lastOutMs !== null ? toMinutes(timeAfter(shifts, day.lastOutMs)) : 0,
  }
}

/** Returns when the person came to the shifts; null if they did not, or if that is unknown. */
function findArrival({ insideShiftMs, firstInMs, unseenArrivalMs }: DayOfPerson, last: Shift): number | null {
  if (insideShiftMs > 0) return firstInMs
  return unseenArrivalMs != null && unseenArrivalMs < last.endsAt ? unseenArrivalMs : null
}

/** Somebody who has not come yet is late from the end of the grace period to the end of the last shift. */
function isLate(day: DayOfPerson, first: Shift, last: Shift, arrivedAtMs: number | null): boolean {
  if (arrivedAtMs === null && (day.insideShiftMs > 0 || day.now >= last.endsAt)) return false
  return (arrivedAtMs ?? day.now) > first.startsAt + first.graceMinutes * MINUTE_MS
}

function isEarly({ lastOutMs, now }: DayOfPerson, last: Shift, arrivedAtMs: number | null): boolean {
  if (arrivedAtMs === null || lastOutMs === null || now < last.endsAt) return false
  return lastOutMs < last.endsAt - last.graceMinutes * MINUTE_MS
}

/** Returns for how long the visits and the shifts overlap, in milliseconds. An open visit lasts until `now`. */
export function overlapMs(
  visits: readonly { readonly from: number; readonly to: number | null }[],
  shifts: readonly Pick<Shift, 'startsAt' | 'endsAt'>[],
  now: number,
): number {
  const overlapsMs = visits.flatMap(({ from, to }) =>
    shifts.map(({ startsAt, endsAt }) => Math.min(to ?? now, endsAt) - Math.max(from, startsAt)),
  )
  return sum(overlapsMs.filter(overlap => overlap > 0))
}

const timeUntil = (shifts: readonly Shift[], at: number) =>
  sum(shifts.map(({ startsAt, endsAt }) => Math.max(0, Math.min(at, endsAt) - startsAt)))
const timeAfter = (shifts: readonly Shift[], at: number) =>
  sum(shifts.map(({ startsAt, endsAt }) => Math.max(0, endsAt - Math.max(at, startsAt))))
const sum = (values: readonly number[]) => values.reduce((total, it) => total + it, 0)
const toMinutes = (ms: number) => Math.max(0, Math.floor(ms / MINUTE_MS))

const markTexts: Readonly<Record<AttendanceMark, MessageDescriptor>> = {
  present: msg`Present`,
  late: msg`Late`,
  left_early: msg`Left early`,
  late_and_left_early: msg`Late and left early`,
  absent: msg`Absent`,
  not_yet: msg`Not yet`,
  holiday: msg`Holiday`,
  day_off: msg`Day off`,
  worked_on_day_off: msg`Worked on a day off`,
  excused: msg`Excused`,
}

/** Returns the label of a mark in sheets and files. */
export const attendanceMarkText = (mark: AttendanceMark): MessageDescriptor => markTexts[mark]

export const objectionStates = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type ObjectionState = (typeof objectionStates)[number]
