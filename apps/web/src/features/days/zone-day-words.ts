import { t } from '@lingui/core/macro'
import { formatCount, formatUnseen } from '../../lib/format-count.ts'
import { formatClock } from '../../lib/format-time.ts'
import type { PresenceAtMoment, ToldVisit } from './tell-zone-day.ts'

/**
 * `09:41 – 12:10`, with the date if it began or ended on another day; `now` while the person is seen, and `09:41 – not seen since
 * 15:21` past the freshness limit. `isStale`: the screen is not live, so an open visit may have ended.
 */
export function visitWords(
  { entry, exit, unseenSince }: ToldVisit,
  day: { from: number; to: number },
  isStale: boolean,
): string {
  const of = new Date(day.from)
  const began = formatClock(new Date(entry), of)
  if (exit !== null) return `${began} – ${formatClock(new Date(exit), of)}`
  if (unseenSince !== null) return `${began} – ${unseenWords(unseenSince, of)}`
  return isStale ? `since ${began}` : t`${began} – now`
}

/** `not seen since 15:21`, with the date if it was on another day. */
export const unseenWords = (since: number, day: Date): string =>
  `not seen since ${formatClock(new Date(since), day)}`

/** The number of people in each presence at a moment. */
export type MomentCounts = Readonly<Record<PresenceAtMoment, number>>

/** `12 not seen for 30 minutes` for the present. At an earlier moment fewer minutes may have passed. */
export const unseenCount = (unseen: number, isNow: boolean): string =>
  isNow ? formatUnseen(unseen) : t`${formatCount(unseen)} not seen`

/** The counts of a moment in one line, for screen readers. */
export const countWords = ({ inside, unseen }: MomentCounts): string =>
  [t`${formatCount(inside)} inside`, ...(unseen > 0 ? [unseenCount(unseen, false)] : [])].join(', ')
