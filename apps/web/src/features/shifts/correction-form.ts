import type { Correction } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { instantOf, instantsOf, localTimeOf } from '@muster/domain/local-time.ts'

/** What was measured of a day: instants, and whole minutes. */
export type MeasuredDay = {
  readonly firstIn: string | null
  readonly lastOut: string | null
  readonly insideMinutes: number | null
}

/** The measured day of a report's row that was not corrected. */
export function measuredDayOf(
  columns: readonly { readonly key: string }[],
  cells: readonly (string | number | null)[],
): MeasuredDay {
  const cellOf = (key: string) => cells[columns.findIndex(column => column.key === key)] ?? null
  const [firstIn, lastOut, inside] = [cellOf('firstIn'), cellOf('lastOut'), cellOf('inside')]
  return {
    firstIn: typeof firstIn === 'string' ? firstIn : null,
    lastOut: typeof lastOut === 'string' ? lastOut : null,
    insideMinutes: typeof inside === 'number' ? inside : null,
  }
}

/** As typed: clock times of the zone (`2026-11-25T08:00`), hours as `7:30`. Empty: as measured. */
export type CorrectionValues = {
  firstIn: string
  lastOut: string
  hours: string
  excused: boolean
  reason: string
}

export type CorrectionFields = Pick<Correction, 'firstIn' | 'lastOut' | 'insideMinutes' | 'excused'>

/** The correction that counts, to be changed; empty where none does. */
export function valuesOf(correction: Correction | undefined, timeZone: string): CorrectionValues {
  const local = (instant: string | null | undefined) => {
    if (!instant) return ''
    const { day, time } = localTimeOf(Date.parse(instant), timeZone)
    return `${day}T${time}`
  }
  const minutes = correction?.insideMinutes ?? null
  return {
    firstIn: local(correction?.firstIn),
    lastOut: local(correction?.lastOut),
    hours: minutes === null ? '' : hoursText(minutes),
    excused: correction?.excused ?? false,
    reason: '',
  }
}

/** `7:30` */
export const hoursText = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes of `7:30`, `7.5` or `7`; undefined where it is none, or more than a correction may say. */
export function minutesOf(text: string): number | undefined {
  const [, hours, minutes, part] = /^(\d{1,2})(?::([0-5]\d)|[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const total = Number(hours) * 60 + Number(minutes ?? 0) + Math.round(Number(`0.${part ?? 0}`) * 60)
  return total <= limits.correctedMinutesMost ? total : undefined
}

/** The instant (ms) of what a field for a day and a time holds. */
function atOf(local: string, timeZone: string): number | null {
  const [day, time] = local.split('T')
  return day && time ? instantOf(day, time.slice(0, 5), timeZone) : null
}

/** What the values mean. Where both times are given and no hours, the time between them counts. */
export function correctionOf(values: CorrectionValues, timeZone: string): CorrectionFields {
  const [first, last] = [atOf(values.firstIn, timeZone), atOf(values.lastOut, timeZone)]
  const between =
    first !== null && last !== null && last >= first ? Math.floor((last - first) / 60_000) : null
  return {
    firstIn: first === null ? null : new Date(first).toISOString(),
    lastOut: last === null ? null : new Date(last).toISOString(),
    insideMinutes: values.hours.trim() === '' ? between : (minutesOf(values.hours) ?? null),
    excused: values.excused,
  }
}

/** What is wrong with a field; the others of the form have no rules of their own. */
export function problemsOf(values: CorrectionValues, timeZone: string) {
  const [first, last] = [atOf(values.firstIn, timeZone), atOf(values.lastOut, timeZone)]
  const isEmpty = first === null && last === null && values.hours.trim() === '' && !values.excused
  return {
    firstIn: isEmpty ? 'Say what was otherwise: a time, the hours, or that it is excused.' : null,
    lastOut: first !== null && last !== null && last < first ? 'This lies before the first time.' : null,
    hours:
      values.hours.trim() !== '' && minutesOf(values.hours) === undefined
        ? 'Write hours and minutes, such as 7:30.'
        : null,
    reason: values.reason.trim() === '' ? 'Reason is required' : null,
  }
}

/** What to know of a clock time on the day clocks change; undefined on all others. */
export function clockNote(local: string, timeZone: string): string | undefined {
  const [day, time] = local.split('T')
  if (!day || !time) return undefined
  const found = instantsOf(day, time.slice(0, 5), timeZone)
  if (found.length === 1) return undefined
  if (found.length > 1)
    return 'Clocks are put back on this day: this time comes twice, and the later one is meant.'
  return `Clocks are put forward on this day and skip this time: ${localTimeOf(instantOf(day, time.slice(0, 5), timeZone), timeZone).time} is meant.`
}
