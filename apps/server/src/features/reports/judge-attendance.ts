import { type JudgedDay, judgeDay, overlapMs } from '@muster/domain/attendance.ts'
import type { CorrectionRow, ExpectedRow, ObjectionStateRow } from '../shifts/index.ts'
import type { DoubtfulRow, MeasuredRow, ShiftPresenceRow } from './attendance.queries.ts'
import { minutesOf } from './build-document.ts'

/** A person's day in a zone: what counts, beside it what was measured, and what was expected. */
export type AttendanceDay = {
  readonly zoneId: string
  readonly userId: string
  readonly day: string
  readonly firstIn: Date | null
  readonly lastOut: Date | null
  readonly insideMinutes: number
  readonly visits: number
  readonly visitsBegun: number
  readonly refused: number
  readonly uncertain: number
  readonly measured: {
    readonly first_in: Date | null
    readonly last_out: Date | null
    readonly minutes: number
  }
  readonly correction: CorrectionRow | null
  readonly objection: string | null
  /** Null where no hours were planned. */
  readonly judged: JudgedDay | null
}

type Found = {
  readonly measured: readonly MeasuredRow[]
  readonly doubtful: readonly DoubtfulRow[]
  readonly expected: readonly ExpectedRow[]
  readonly met: readonly ShiftPresenceRow[]
  readonly corrections: readonly CorrectionRow[]
  readonly objections: readonly ObjectionStateRow[]
}

type Key = { readonly zone_id: string; readonly user_id: string; readonly day: string }
const keyOf = ({ zone_id, user_id, day }: Key) => `${zone_id} ${user_id} ${day}`
const byKey = <R extends Key>(rows: readonly R[]) => new Map(rows.map(row => [keyOf(row), row]))

const nothing = { first_in: null, last_out: null, visits: 0, visits_begun: 0, inside_s: 0 }
const quiet = new Set(['holiday', 'day_off'])

/**
 * Puts together the days on which somebody was inside, was expected, or was corrected, and judges those with planned hours. Days that
 * were free and were taken so are left out. `now` in milliseconds.
 */
export function judgeAttendance(found: Found, now: number): AttendanceDay[] {
  const measured = byKey(found.measured)
  const doubts = byKey(found.doubtful)
  const met = byKey(found.met)
  const corrections = byKey(found.corrections)
  const objections = byKey(found.objections)
  const expected = Map.groupBy(found.expected, keyOf)
  const keys = byKey<Key>([...found.expected, ...found.corrections, ...found.measured])
  return [...keys].flatMap(([key, { zone_id: zoneId, user_id: userId, day }]) => {
    const was = measured.get(key) ?? nothing
    const correction = corrections.get(key) ?? null
    const counted = {
      firstIn: correction?.first_in ?? was.first_in,
      lastOut: correction?.last_out ?? was.last_out,
      insideMinutes: correction?.inside_minutes ?? correctedMinutes(correction) ?? minutesOf(was.inside_s),
    }
    const plan = expected.get(key)
    const judged = plan
      ? judge(plan, { correction, met: met.get(key), insideMs: counted.insideMinutes * 60_000 }, now)
      : null
    const { refused = 0, uncertain = 0 } = doubts.get(key) ?? {}
    if (was.visits === 0 && !correction && judged && quiet.has(judged.mark)) return []
    return {
      zoneId,
      userId,
      day,
      ...counted,
      visits: was.visits,
      visitsBegun: was.visits_begun,
      refused,
      uncertain,
      measured: { first_in: was.first_in, last_out: was.last_out, minutes: minutesOf(was.inside_s) },
      correction,
      objection: objections.get(key)?.state ?? null,
      judged,
    }
  })
}

/** The time between a corrected beginning and end, where no other length was given. */
function correctedMinutes(correction: CorrectionRow | null): number | undefined {
  if (!correction?.first_in || !correction.last_out) return undefined
  return Math.max(0, Math.round((correction.last_out.getTime() - correction.first_in.getTime()) / 60_000))
}

type Counted = {
  readonly correction: CorrectionRow | null
  readonly met: ShiftPresenceRow | undefined
  readonly insideMs: number
}

function judge(plan: readonly ExpectedRow[], { correction, met, insideMs }: Counted, now: number): JudgedDay {
  const shifts = plan.flatMap(({ starts_at, ends_at, grace_minutes }) =>
    starts_at && ends_at
      ? { startsAt: starts_at.getTime(), endsAt: ends_at.getTime(), graceMinutes: grace_minutes ?? 0 }
      : [],
  )
  const came = correction?.first_in ?? met?.came ?? null
  const left = correction?.last_out ?? met?.left ?? null
  const stay =
    correction?.first_in && correction.last_out
      ? { from: correction.first_in.getTime(), to: correction.last_out.getTime() }
      : null
  const planned = shifts.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
  const measuredMs = (met?.in_shifts_s ?? 0) * 1_000
  const inShiftsMs = stay
    ? overlapMs([stay], shifts, now)
    : correction?.inside_minutes == null
      ? measuredMs
      : Math.min(insideMs, planned)
  // A shift of the evening before is no overtime of this day.
  const isCorrected = stay !== null || correction?.inside_minutes != null
  const elsewhereMs = isCorrected ? inShiftsMs : (met?.covered_s ?? 0) * 1_000
  const otherMs = Math.max(0, insideMs - elsewhereMs)
  return judgeDay({
    shifts,
    holiday: plan.find(row => row.holiday !== null)?.holiday ?? null,
    firstInMs: came?.getTime() ?? null,
    lastOutMs: left?.getTime() ?? null,
    insideMs: shifts.length === 0 ? otherMs : inShiftsMs + otherMs,
    insideShiftMs: inShiftsMs,
    excused: correction?.excused ?? false,
    now,
  })
}
