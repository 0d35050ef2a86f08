import { plural, t } from '@lingui/core/macro'
import type { DayShift } from '@muster/contract/presence-days.ts'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatUnseen } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { formatClock } from '../../lib/format-time.ts'
import { language } from '../../lib/language.ts'
import { mockText } from '../../ui/badges/mock-mark.tsx'
import type { DayRow, Span } from './day-timeline.ts'
import type { PresenceAtMoment, TimelineVisit } from './zone-day-timeline.ts'

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

/**
 * Formats a visit as `09:41 – 12:10`, with the date of a time on another day. An open visit past the freshness limit reads `09:41 –
 * not seen since 15:21`. Any other open visit reads `09:41 – now` or, if the screen is not live (`isStale`) and the visit may have
 * ended, `since 09:41`.
 */
export function describeVisit(
  { entry, exit, unseenSince }: TimelineVisit,
  day: Span,
  isStale: boolean,
): string {
  const formatTime = (at: number) => formatClock(new Date(at), new Date(day.from))
  const start = formatTime(entry)
  if (exit !== null) return `${start} – ${formatTime(exit)}`
  if (unseenSince !== null) {
    const lastSeen = formatTime(unseenSince)
    return t`${start} – not seen since ${lastSeen}`
  }
  return isStale ? t`since ${start}` : t`${start} – now`
}

/** The number of people in each state of presence at a moment. */
export type MomentCounts = Readonly<Record<PresenceAtMoment, number>>

/** For an earlier moment it omits the 30 minutes, because fewer may have passed by then. */
export const unseenCount = (unseen: number, isNow: boolean): string =>
  isNow ? formatUnseen(unseen) : t`${plural(unseen, { one: '# not seen', other: '# not seen' })}`

/** Describes the counts of a moment on one line, for screen readers. */
export function describeCounts({ inside, unseen }: MomentCounts): string {
  if (unseen === 0) return t`${plural(inside, { one: '# inside', other: '# inside' })}`
  return t`${plural(inside, { one: '# inside', other: '# inside' })}, ${plural(unseen, { one: '# not seen', other: '# not seen' })}`
}
