const minuteMs = 60_000

/** A span in which somebody is expected; instants in milliseconds since 1970. */
export type Shift = {
  readonly startsAt: number
  readonly endsAt: number
  /** How late somebody may come, and how early leave, before it counts. */
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

/** A person's day as it was expected and as it was. */
export type DayOfPerson = {
  /** In their order; none on a day off. */
  readonly shifts: readonly Shift[]
  /** The name of the holiday, if it is one. */
  readonly holiday: string | null
  /** When they first came; null where they did not. */
  readonly firstInMs: number | null
  /** When they last left; null where they did not come, or are still there. */
  readonly lastOutMs: number | null
  /** How long they were inside, and how much of that lay within the shifts (`overlapMs`). */
  readonly insideMs: number
  readonly insideShiftMs: number
  /** A manager has excused the day. */
  readonly excused?: boolean
  readonly now: number
}

export type JudgedDay = {
  readonly mark: AttendanceMark
  /** Time of the shifts before they came, and after they left; 0 where the mark does not say so. Whole minutes, as all of these. */
  readonly lateMinutes: number
  readonly earlyMinutes: number
  /** Inside, but outside of the shifts. */
  readonly overtimeMinutes: number
  /** The length of the shifts, as time passes: an hour less or more where clocks change within one. */
  readonly expectedMinutes: number
}

/**
 * Holds a day against what was expected. Nobody is late before the grace is over, and nobody absent or gone too early before the last
 * shift has ended: whoever is at lunch may come back. Ask it only of days for which hours are planned.
 */
export function judgeDay(day: DayOfPerson): JudgedDay {
  const { shifts, insideMs, insideShiftMs } = day
  const [first, last] = [shifts[0], shifts.at(-1)]
  const figures = {
    lateMinutes: 0,
    earlyMinutes: 0,
    overtimeMinutes: minutes(insideMs - insideShiftMs),
    expectedMinutes: minutes(sum(shifts.map(({ startsAt, endsAt }) => endsAt - startsAt))),
  }
  if (day.holiday !== null || !first || !last) {
    const mark = insideMs > 0 ? 'worked_on_day_off' : day.holiday !== null ? 'holiday' : 'day_off'
    return { ...figures, overtimeMinutes: minutes(insideMs), expectedMinutes: 0, mark }
  }
  const came = insideShiftMs > 0 && day.firstInMs !== null ? day.firstInMs : null
  const late = isLate(day, first, last, came)
  const early = isEarly(day, last, came)
  const mark =
    came === null && insideShiftMs <= 0 && day.now >= last.endsAt
      ? 'absent'
      : late && early
        ? 'late_and_left_early'
        : late
          ? 'late'
          : early
            ? 'left_early'
            : insideShiftMs > 0
              ? 'present'
              : 'not_yet'
  if (day.excused && mark !== 'present') return { ...figures, mark: 'excused' }
  return {
    ...figures,
    mark,
    lateMinutes: late && mark !== 'absent' ? minutes(timeBefore(shifts, came ?? day.now)) : 0,
    earlyMinutes: early && day.lastOutMs !== null ? minutes(timeAfter(shifts, day.lastOutMs)) : 0,
  }
}

/** Whoever has not come counts as late from the end of the grace to that of the last shift. */
function isLate(day: DayOfPerson, first: Shift, last: Shift, came: number | null): boolean {
  if (came === null && (day.insideShiftMs > 0 || day.now >= last.endsAt)) return false
  return (came ?? day.now) > first.startsAt + first.graceMinutes * minuteMs
}

function isEarly({ lastOutMs, now }: DayOfPerson, last: Shift, came: number | null): boolean {
  if (came === null || lastOutMs === null || now < last.endsAt) return false
  return lastOutMs < last.endsAt - last.graceMinutes * minuteMs
}

/** How much of the visits lies within the shifts, in milliseconds. An open visit lasts until `now`. */
export function overlapMs(
  visits: readonly { readonly from: number; readonly to: number | null }[],
  shifts: readonly Pick<Shift, 'startsAt' | 'endsAt'>[],
  now: number,
): number {
  const parts = visits.flatMap(({ from, to }) =>
    shifts.map(({ startsAt, endsAt }) => Math.min(to ?? now, endsAt) - Math.max(from, startsAt)),
  )
  return sum(parts.filter(part => part > 0))
}

const timeBefore = (shifts: readonly Shift[], at: number) =>
  sum(shifts.map(({ startsAt, endsAt }) => Math.max(0, Math.min(at, endsAt) - startsAt)))
const timeAfter = (shifts: readonly Shift[], at: number) =>
  sum(shifts.map(({ startsAt, endsAt }) => Math.max(0, endsAt - Math.max(at, startsAt))))
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
const minutes = (ms: number) => Math.max(0, Math.floor(ms / minuteMs))

const words: Readonly<Record<AttendanceMark, string>> = {
  present: 'Present',
  late: 'Late',
  left_early: 'Left early',
  late_and_left_early: 'Late and left early',
  absent: 'Absent',
  not_yet: 'Not yet',
  holiday: 'Holiday',
  day_off: 'Day off',
  worked_on_day_off: 'Worked on a day off',
  excused: 'Excused',
}

/** The mark as screens, sheets and files say it. */
export const attendanceMarkWords = (mark: AttendanceMark): string => words[mark]

/** States of an objection that a person raises to one of their days. */
export const objectionStates = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type ObjectionState = (typeof objectionStates)[number]
