import { t } from '@lingui/core/macro'
import type { ReportChart } from '@muster/contract/reports.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { language } from '../../lib/language.ts'

/** A colour and a pattern, so that colour alone never distinguishes a series. */
export type SeriesStyle = { color: string; pattern: Pattern }
export const patterns = [
  'solid',
  'stripes',
  'dots',
  'grid',
  'lines',
  'back-stripes',
  'columns',
  'rings',
] as const
export type Pattern = (typeof patterns)[number]

/** Colours for statuses and other series without a colour of their own, which are distinguished by pattern. */
const neutralColors = ['text', 'quiet', 'line-strong', 'quiet'] as const
/** Severities and priorities have the same colours as elsewhere in the app. */
const levelColors: Readonly<Record<string, string>> = {
  low: 'low',
  medium: 'normal',
  normal: 'normal',
  high: 'high',
  critical: 'urgent',
  urgent: 'urgent',
}

/** `isSingle`: the chart has no other series, so that no neutral colour is needed. */
export const getSeriesStyle = (key: string, index: number, isSingle: boolean): SeriesStyle => ({
  color: `var(--m-${levelColors[key] ?? (isSingle ? 'normal' : neutralColors[index % neutralColors.length])})`,
  pattern: patterns[index % patterns.length] ?? 'solid',
})

const hoursFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

/** Converts minutes to hours, so that the axis has round numbers. Counts stay unchanged. */
export const toChartAmount = (amount: number, { kind }: Pick<ReportChart, 'kind'>): number =>
  kind === 'minutes' ? amount / 60 : amount
/** Formats a chart amount, in hours or as a count, in short form for axes and labels above bars. */
export function formatShortAmount(chartAmount: number, { kind }: Pick<ReportChart, 'kind'>): string {
  if (kind !== 'minutes') return formatCount(chartAmount)
  const amount = hoursFormat.format(chartAmount)
  // An axis breaks its labels at spaces.
  return t`${amount} h`.replaceAll(' ', '\u00a0')
}
export const formatAmount = (amount: number, { kind }: Pick<ReportChart, 'kind'>): string =>
  kind === 'minutes' ? formatMinutes(amount) : formatCount(amount)
