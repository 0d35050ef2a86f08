import { type JudgedDay, judgeDay, type ObjectionState, overlapMs } from '@muster/domain/attendance.ts'
import type { CorrectionRow, ExpectedRow, ObjectionStateRow } from '../shifts/index.ts'
import type { DoubtfulDayRow, MeasuredDayRow, ShiftPresenceRow } from './attendance.queries.ts'
import { toMinutes } from './build-document.ts'

/**
 * A person's day in a zone: the times that count after corrections, the measured times, and how the day compares to the planned
 * hours.
 */
export type AttendanceDay = {
  readonly zoneId: string
  readonly userId: string
  readonly day: string
  readonly firstIn: Date | null
  readonly lastOut: Date | null
  /** The last reading of a person without a known exit who has not been seen within the freshness limit. */
  readonly unseenSince: Date | null
  readonly insideMinutes: number
  readonly visits: number
  readonly visitsBegun: number
  readonly refused: number
  readonly uncertain: number
  /** True if a phone, or a badge, showed that the person was inside. */
  readonly byPhone: boolean
  readonly byBadge: boolean
  readonly measured: {
    readonly first_in: Date | null
    readonly last_out: Date | null
    readonly unseen_since: Date | null
    readonly minutes: number
  }
  readonly correction: CorrectionRow | null
  readonly objection: ObjectionState | null
  /** Null if no hours were planned. */
  readonly judged: JudgedDay | null
}

type AttendanceInput = {
  readonly measured: readonly MeasuredDayRow[]
  readonly doubtful: readonly DoubtfulDayRow[]
  readonly expected: readonly ExpectedRow[]
  readonly met: readonly ShiftPresenceRow[]
  readonly corrections: readonly CorrectionRow[]
  readonly objections: readonly ObjectionStateRow[]
}

type AttendanceKey = { readonly zone_id: string; readonly user_id: string; readonly day: string }
const toKey = ({ zone_id, user_id, day }: AttendanceKey) => `${zone_id} ${user_id} ${day}`
const indexByKey = <R extends AttendanceKey>(rows: readonly R[]) =>
  new Map(rows.map(row => [toKey(row), row]))

const emptyMeasurement = {
  ...{ first_in: null, last_out: null, entered_at: null, left_at: null, unseen_since: null },
  ...{ visits: 0, visits_begun: 0, inside_s: 0, by_phone: false, by_badge: false },
}
const offDutyMarks = new Set(['holiday', 'day_off'])

/**
 * Days with somebody inside or expected, a correction, objection, or refused or uncertain reading. Planned hours are compared once
 * the first shift has begun. `now` is in milliseconds.
 */
export function judgeAttendance(input: AttendanceInput, now: number): AttendanceDay[] {
  const measuredByKey = indexByKey(input.measured)
  const doubtfulByKey = indexByKey(input.doubtful)
  const shiftPresenceByKey = indexByKey(input.met)
  const correctionByKey = indexByKey(input.corrections)
  const objectionByKey = indexByKey(input.objections)
  const planEntries = [...Map.groupBy(input.expected, toKey)]
  const begunPlansByKey = new Map(planEntries.filter(([, plan]) => plan.some(hasBegun(now))))
  const otherRows = [input.corrections, input.objections, input.doubtful, input.measured]
  const keyFieldsByKey = indexByKey<AttendanceKey>([...begunPlansByKey.values(), ...otherRows].flat())
  return [...keyFieldsByKey].flatMap(([key, { zone_id: zoneId, user_id: userId, day }]) => {
    const measuredDay = measuredByKey.get(key) ?? emptyMeasurement
    const correction = correctionByKey.get(key) ?? null
    const objection = objectionByKey.get(key)?.state ?? null
    const correctedStay = findCorrectedStay(
      { correction, was: measuredDay, met: shiftPresenceByKey.get(key) },
      now,
    )
    const countedTimes = {
      firstIn: correction?.first_in ?? measuredDay.entered_at,
      lastOut: correction?.last_out ?? measuredDay.left_at,
      unseenSince: correction?.last_out ? null : measuredDay.unseen_since,
      insideMinutes:
        correction?.inside_minutes ??
        toMinutes(correctedStay ? (correctedStay.to - correctedStay.from) / 1_000 : measuredDay.inside_s),
    }
    const plan = begunPlansByKey.get(key)
    const judgedDay = plan
      ? judgeShifts(
          plan,
          {
            ...{ correction, stay: correctedStay, met: shiftPresenceByKey.get(key) },
            insideMs: countedTimes.insideMinutes * 60_000,
            isUnseen: countedTimes.unseenSince !== null,
            unseenBadge: measuredDay.by_badge && measuredDay.unseen_since !== null ? measuredDay : null,
          },
          now,
        )
      : null
    const { refused = 0, uncertain = 0 } = doubtfulByKey.get(key) ?? {}
    const hasNotes = correction || objection || refused + uncertain > 0
    if (measuredDay.visits === 0 && !hasNotes && judgedDay && offDutyMarks.has(judgedDay.mark)) return []
    return {
      zoneId,
      userId,
      day,
      ...countedTimes,
      visits: measuredDay.visits,
      visitsBegun: measuredDay.visits_begun,
      refused,
      uncertain,
      byPhone: measuredDay.by_phone,
      byBadge: measuredDay.by_badge,
      measured: {
        first_in: measuredDay.entered_at,
        last_out: measuredDay.left_at,
        unseen_since: measuredDay.unseen_since,
        minutes: toMinutes(measuredDay.inside_s),
      },
      correction,
      objection,
      judged: judgedDay,
    }
  })
}

/**
 * True once the planned shift has begun, or if the row has no shift. Tested on every row of a day, so that a day counts from its
 * first shift on, including the time between two shifts.
 */
const hasBegun =
  (now: number) =>
  ({ starts_at }: ExpectedRow) =>
    starts_at === null || starts_at.getTime() <= now

type Stay = { readonly from: number; readonly to: number }
type RecordedDay = {
  readonly correction: CorrectionRow | null
  readonly was: MeasuredDayRow | typeof emptyMeasurement
  readonly met: ShiftPresenceRow | undefined
}

/**
 * Returns the stay according to a correction of the times; null if no times were corrected. An entry or exit that the correction
 * omits is taken from the measurement.
 */
function findCorrectedStay({ correction, was, met }: RecordedDay, now: number): Stay | null {
  if (!correction?.first_in && !correction?.last_out) return null
  // An arrival before midnight belongs to the day before, so the arrival at this day's own shift counts here.
  const arrivedAt = was.visits_begun < was.visits ? (met?.came ?? was.first_in) : (was.first_in ?? met?.came)
  const isStillInside = was.first_in !== null && was.last_out === null
  const lastLeftMs = Math.max(was.last_out?.getTime() ?? 0, met?.left?.getTime() ?? 0)
  const from = (correction.first_in ?? arrivedAt)?.getTime()
  const to = correction.last_out?.getTime() ?? (isStillInside ? now : lastLeftMs)
  return from && to ? { from, to: Math.max(from, to) } : null
}

type CountedDay = {
  readonly correction: CorrectionRow | null
  readonly stay: Stay | null
  readonly met: ShiftPresenceRow | undefined
  readonly insideMs: number
  /** True if the exit is unknown, so that the person is not reported as leaving early. */
  readonly isUnseen: boolean
  /** The measurement of somebody whose badge came in last, without being seen since. */
  readonly unseenBadge: Pick<MeasuredDayRow, 'first_in' | 'unseen_since'> | null
}

function judgeShifts(
  plan: readonly ExpectedRow[],
  { correction, stay, met, insideMs, isUnseen, unseenBadge }: CountedDay,
  now: number,
): JudgedDay {
  const shifts = plan.flatMap(({ starts_at, ends_at, grace_minutes }) =>
    starts_at && ends_at
      ? { startsAt: starts_at.getTime(), endsAt: ends_at.getTime(), graceMinutes: grace_minutes ?? 0 }
      : [],
  )
  const plannedMs = shifts.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
  const measuredMs = (met?.in_shifts_s ?? 0) * 1_000
  const inShiftsMs = stay
    ? overlapMs([stay], shifts, now)
    : correction?.inside_minutes == null
      ? measuredMs
      : Math.min(insideMs, plannedMs)
  // Time within a shift that began the evening before is not overtime on this day.
  const isCorrected = stay !== null || correction?.inside_minutes != null
  const shiftsMs = isCorrected ? inShiftsMs : (met?.covered_s ?? 0) * 1_000
  const outsideShiftsMs = Math.max(0, insideMs - shiftsMs)
  return judgeDay({
    shifts,
    holiday: plan.find(row => row.holiday !== null)?.holiday ?? null,
    firstInMs: stay?.from ?? met?.came?.getTime() ?? null,
    lastOutMs: isUnseen ? null : (stay?.to ?? met?.left?.getTime() ?? null),
    insideMs: shifts.length === 0 ? outsideShiftsMs : inShiftsMs + outsideShiftsMs,
    insideShiftMs: inShiftsMs,
    unseenArrivalMs: isCorrected ? null : findUnseenArrival(unseenBadge, shifts),
    excused: correction?.excused ?? false,
    now,
  })
}

/** A badge that came in after the last shift says nothing about the shifts, even if the person was inside on that day before. */
function findUnseenArrival(
  unseenBadge: CountedDay['unseenBadge'],
  shifts: readonly { readonly endsAt: number }[],
): number | null {
  if (!unseenBadge?.unseen_since || unseenBadge.unseen_since.getTime() >= (shifts.at(-1)?.endsAt ?? 0))
    return null
  return (unseenBadge.first_in ?? unseenBadge.unseen_since).getTime()
}
