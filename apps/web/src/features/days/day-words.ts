import { t } from '@lingui/core/macro'
import type { DayShift } from '@muster/contract/presence-days.ts'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatList } from '../../lib/format-list.ts'
import { language } from '../../lib/language.ts'
import { mockText } from '../../ui/badges/mock-mark.tsx'
import type { DayRow } from './day-timeline.ts'

const minuteFormat = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const secondFormat = new Intl.DateTimeFormat(language, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Formats a time as `09:41` or, with `formatSecond`, `09:41:07`, without the day, because the day is shown above. */
export const formatMinute = (ms: number) => minuteFormat.format(ms)
export const formatSecond = (ms: number) => secondFormat.format(ms)

export const sourceLabels = {
  manual: t`Manual check`,
  automatic: t`Automatic`,
  device: t`Location app`,
} as const

/** Describes a gap. `outsideToo`: readings outside the zone would be visible as well. */
export function describeGap(row: Extract<DayRow, { kind: 'gap' | 'away' }>, outsideToo: boolean): string {
  if (row.kind === 'away') return t`Outside the zone`
  return outsideToo ? t`No readings` : t`No readings in the zone`
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })
export const joinTexts = (texts: readonly string[]): string => listFormat.format(texts)

/** Describes the verdict of a reading. A vague reading has none, whichever side its point is on. */
export const describeVerdict = ({ inside, vague }: { inside: boolean; vague: boolean }): string =>
  vague ? t`Too inaccurate to tell` : inside ? t`Inside` : t`Outside`

/** Describes a row in one sentence, for screen readers. */
export function describeRow(row: DayRow | undefined, outsideToo: boolean): string {
  if (!row) return outsideToo ? t`No readings` : t`No readings in the zone`
  if (row.kind !== 'reading') {
    const gap = describeGap(row, outsideToo)
    const start = formatMinute(row.from)
    const end = formatMinute(row.to)
    return t`${gap}, ${start} to ${end}`
  }
  const time = formatSecond(row.at)
  return joinTexts([
    describeVerdict(row),
    t`at ${time}`,
    ...(row.accuracyMeters === null ? [] : [formatAccuracy(row.accuracyMeters)]),
    ...(row.mock ? [mockText] : []),
  ])
}

/** Describes the planned shifts in full, with the times before and after the day: `Planned: 22:00–06:00`; undefined without any. */
export function describeShifts(shifts: readonly DayShift[]): string | undefined {
  if (shifts.length === 0) return undefined
  const times = shifts.map(
    ({ from, to }) => `${formatMinute(Date.parse(from))}–${formatMinute(Date.parse(to))}`,
  )
  const list = formatList([...new Set(times)])
  return t`Planned: ${list}`
}
