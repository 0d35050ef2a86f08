import { plural, t } from '@lingui/core/macro'
import { formatUnseen } from '../../lib/format-count.ts'
import { formatClock } from '../../lib/format-time.ts'
import type { PresenceAtMoment, TimelineVisit } from './zone-day-timeline.ts'

/**
 * Formats a visit as `09:41 – 12:10`, with the date of a time on another day. An open visit past the freshness limit reads `09:41 –
 * not seen since 15:21`. Any other open visit reads `09:41 – now` or, if the screen is not live (`isStale`) and the visit may have
 * ended, `since 09:41`.
 */
export function describeVisit(
  { entry, exit, unseenSince }: TimelineVisit,
  day: { from: number; to: number },
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
