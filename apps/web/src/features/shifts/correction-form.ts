import { t } from '@lingui/core/macro'
import type { Correction } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { findInstant, findInstants, toLocalTime } from '@muster/domain/local-time.ts'

/** The measured times of a day: the instants in ISO 8601, and the time inside in whole minutes. */
export type MeasuredDay = {
  readonly firstIn: string | null
  readonly lastOut: string | null
  readonly insideMinutes: number | null
}

/** Reads the measured times from an uncorrected row of a report. */
export function toMeasuredDay(
  columns: readonly { readonly key: string }[],
  cells: readonly (string | number | null)[],
): MeasuredDay {
  const readCell = (key: string) => cells[columns.findIndex(column => column.key === key)] ?? null
  const [firstIn, lastOut, inside] = [readCell('firstIn'), readCell('lastOut'), readCell('inside')]
  return {
    firstIn: typeof firstIn === 'string' ? firstIn : null,
    lastOut: typeof lastOut === 'string' ? lastOut : null,
    insideMinutes: typeof inside === 'number' ? inside : null,
  }
}

/**
 * The form's values: days, clock times in the zone's time zone (`08:00`), hours as `7:30`. An empty time means "as measured". Empty
 * hours mean the time between first in and last out if a time was changed, otherwise "as measured".
 */
export type CorrectionValues = {
  firstInDay: string
  firstIn: string
  lastOutDay: string
  lastOut: string
  hours: string
  excused: boolean
  reason: string
}

export type CorrectionInput = Pick<Correction, 'firstIn' | 'lastOut' | 'insideMinutes' | 'excused'>

/** The day to correct: its time zone, the measured times, and the current correction, if any. */
export type CorrectedDay = {
  readonly day: string
  readonly timeZone: string
  readonly measured: MeasuredDay
  readonly counts: CorrectionInput | undefined
}

const minuteMs = 60_000
const toWholeMinute = (instant: string | null) =>
  instant === null ? null : Math.floor(Date.parse(instant) / minuteMs) * minuteMs

/** Takes the current correction or else the measured times. Hours stay empty if they follow from the times. */
export function toFormValues({ day, timeZone, measured, counts }: CorrectedDay): CorrectionValues {
  const toLocal = (instant: string | null | undefined) =>
    instant ? toLocalTime(Date.parse(instant), timeZone) : { day, time: '' }
  const first = toLocal(counts?.firstIn ?? measured.firstIn)
  const last = toLocal(counts?.lastOut ?? measured.lastOut)
  const values = {
    ...{ firstInDay: first.day, firstIn: first.time, lastOutDay: last.day, lastOut: last.time },
    ...{ hours: '', excused: counts?.excused ?? false, reason: '' },
  }
  const minutes = counts?.insideMinutes ?? null
  const isDerivedFromTimes = minutes === toTypedStay(values, { day, timeZone, measured, counts }).between
  return minutes === null || isDerivedFromTimes ? values : { ...values, hours: formatHours(minutes) }
}

/** Formats minutes as hours: `7:30`. */
export const formatHours = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Parses `7:30`, `7.5` or `7` to minutes; undefined if invalid, or above the maximum of a correction. */
export function parseMinutes(text: string): number | undefined {
  const [, hours, minutes, fraction] = /^(\d{1,2})(?::([0-5]\d)|[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const total = Number(hours) * 60 + Number(minutes ?? 0) + Math.round(Number(`0.${fraction ?? 0}`) * 60)
  return total <= limits.correctedMinutesMost ? total : undefined
}

/**
 * Returns the typed times (ms) and the minutes between them. If either time differs from the measured one, both are returned,
 * because reports evaluate lateness and overtime by both; otherwise everything is null. The minutes are also null if a time is
 * missing or last out is before first in.
 */
export function toTypedStay(values: CorrectionValues, { day, timeZone, measured }: CorrectedDay) {
  const [measuredFirst, measuredLast] = [toWholeMinute(measured.firstIn), toWholeMinute(measured.lastOut)]
  const toTypedInstant = (typedDay: string, typedTime: string, measuredInstant: number | null) => {
    // A time typed without a day is on the day itself.
    const [effectiveDay, time] = [typedDay || day, typedTime.slice(0, 5)]
    // When the clocks go back, one clock time can mean two instants. An unchanged time keeps the measured instant.
    const measuredLocal = measuredInstant === null ? undefined : toLocalTime(measuredInstant, timeZone)
    if (time === '' || (measuredLocal?.day === effectiveDay && measuredLocal.time === time))
      return measuredInstant
    return findInstant(effectiveDay, time, timeZone)
  }
  const first = toTypedInstant(values.firstInDay, values.firstIn, measuredFirst)
  const last = toTypedInstant(values.lastOutDay, values.lastOut, measuredLast)
  if (first === measuredFirst && last === measuredLast) return { first: null, last: null, between: null }
  const between =
    first !== null && last !== null && last >= first ? Math.floor((last - first) / minuteMs) : null
  return { first, last, between }
}

/** Null for values that are as measured. Without hours, the time between a changed first in and last out counts. */
export function toCorrection(values: CorrectionValues, corrected: CorrectedDay): CorrectionInput {
  const { first, last, between } = toTypedStay(values, corrected)
  const typedMinutes = values.hours.trim() === '' ? between : (parseMinutes(values.hours) ?? null)
  const isMeasured = first === null && last === null && typedMinutes === corrected.measured.insideMinutes
  return {
    firstIn: first === null ? null : new Date(first).toISOString(),
    lastOut: last === null ? null : new Date(last).toISOString(),
    insideMinutes: isMeasured ? null : typedMinutes,
    excused: values.excused,
  }
}

/** Returns the problem with each field. `reasonRequired`: the text for a missing reason. */
export function validateCorrection(
  values: CorrectionValues,
  corrected: CorrectedDay,
  reasonRequired: string,
) {
  const { first, last } = toTypedStay(values, corrected)
  const { firstIn, lastOut, insideMinutes, excused } = toCorrection(values, corrected)
  const hasInvalidHours = values.hours.trim() !== '' && parseMinutes(values.hours) === undefined
  const isEmpty = !firstIn && !lastOut && insideMinutes === null && !excused && !hasInvalidHours
  return {
    firstIn: isEmpty ? t`Change a time, enter the time inside, or tick Excused.` : null,
    lastOut:
      first !== null && last !== null && last < first
        ? t`Last out is before first in. For a night shift, choose the next day.`
        : null,
    hours: hasInvalidHours ? t`Enter hours and minutes, such as 7:30.` : null,
    reason: values.reason.trim() === '' ? reasonRequired : null,
  }
}

/** Returns a note about a clock time skipped or repeated by a clock change; undefined for all other times. */
export function clockChangeNote(day: string, time: string, timeZone: string): string | undefined {
  if (!day || !time) return undefined
  const clockTime = time.slice(0, 5)
  const instants = findInstants(day, clockTime, timeZone)
  if (instants.length === 1) return undefined
  if (instants.length > 1)
    return t`Clocks go back on this day, so this time occurs twice. The later one is used.`
  const nextTime = toLocalTime(findInstant(day, clockTime, timeZone), timeZone).time
  return t`Clocks go forward on this day and skip this time. ${nextTime} is used instead.`
}
