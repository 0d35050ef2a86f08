import { reportKinds } from '@muster/domain/report.ts'
import { countDays, maxReportDays } from '@muster/domain/report-span.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { day, timeZone } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { maxReportRows, reportDocument } from './report-document.ts'

const { signedIn, inZone } = callsTagged('reports')

const span = { kind: z.enum(reportKinds), from: day, to: day }
/** Returns true if a report may cover this span: between 1 and `maxReportDays` days, on the screen and as a file. */
export const isSpan = (input: { from: string; to: string }) => {
  const days = countDays(input)
  return days >= 1 && days <= maxReportDays
}
export const invalidSpanMessage = `A report covers from 1 to ${maxReportDays} days`

const maxSeries = 8

/** A chart of a report. Each bar represents one value of a column, and the rows with that value. */
const reportChart = z.object({
  title: z.string(),
  /** The key of the column whose values the bars represent. */
  column: z.string(),
  /** `minutes` values are shown in hours. */
  kind: z.enum(['count', 'minutes']),
  /** The series that make up each bar; if there are several, they are stacked. */
  series: z.array(z.object({ key: z.string(), label: z.string() })).max(maxSeries),
  bars: z
    .array(z.object({ value: z.string(), label: z.string(), amounts: z.array(z.number()).max(maxSeries) }))
    .max(maxReportDays),
})
export type ReportChart = z.infer<typeof reportChart>

export const report = z.object({
  document: reportDocument,
  charts: z.array(reportChart).max(4),
  /** The zone and person that each row of the document is about, in order; null where a row is not about a single one. */
  refs: z
    .array(
      z.object({
        zoneId: id.nullable(),
        userId: id.nullable(),
        /** The measured times, if the day was corrected; otherwise null. */
        measured: z
          .object({
            firstIn: instant.nullable(),
            lastOut: instant.nullable(),
            /** The time of the last reading, if no exit is known and the freshness limit has passed; otherwise null. */
            unseenSince: instant.nullable(),
            insideMinutes: z.int(),
          })
          .nullable(),
      }),
    )
    .max(maxReportRows),
})
export type Report = z.infer<typeof report>

export const reports = {
  /** Covers one of its groups or people, too. Spans beyond one calendar month require the permission to download all reports. */
  zone: inZone('GET /zones/{zoneId}/reports/{kind}', 'get_zone_report', 'Read a report of a zone')
    .input(
      z
        .strictObject({ zoneId: id, ...span, groupId: id.optional(), userId: id.optional() })
        .refine(isSpan, invalidSpanMessage),
    )
    .output(report)
    .errors(pick('REPORT_TOO_LARGE', 'REPORT_MONTH_ONLY', 'GROUP_NOT_FOUND', 'USER_NOT_FOUND')),
  /** Internal admins: every zone; client admins: the zones they manage, within one calendar month. */
  all: signedIn('GET /reports/{kind}', 'get_report', 'Read a report of all zones')
    .input(z.strictObject(span).refine(isSpan, invalidSpanMessage))
    .output(report)
    .errors(pick('REPORT_TOO_LARGE', 'REPORT_MONTH_ONLY', 'ZONE_ENTRY_REQUIRED')),
  /** In all zones. The span must begin within the last fortnight. */
  mine: signedIn('GET /reports/attendance/mine', 'get_my_report', "Read one's own attendance")
    .input(z.strictObject({ from: day, to: day }).refine(isSpan, invalidSpanMessage))
    .output(report)
    .errors(pick('REPORT_FORTNIGHT_ONLY')),
  /** Today's date and the time zone of a report's days: the zone's or, without `zoneId`, the installation's. */
  calendar: signedIn(
    'GET /reports/calendar',
    'get_report_calendar',
    'Read the time zone and today of reports',
  )
    .input(z.strictObject({ zoneId: id.optional() }))
    .output(z.object({ timeZone, today: day })),
}
