import { readingLanguages } from '@muster/domain/language.ts'
import { reportKinds } from '@muster/domain/report.ts'
import { z } from 'zod'
import { day, timeZone } from './calendar.ts'
import { instant } from './ids.ts'

/** Maximum rows in one report; a larger report must be requested in parts. */
export const maxReportRows = 50_000
const maxColumns = 30

const cell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.infer<typeof cell>

/** `day`: calendar day; `time`: instant as time of day in the report's time zone; `moment`: with its day; `minutes`: a duration. */
export const columnKinds = ['text', 'day', 'time', 'moment', 'count', 'minutes'] as const
export type ColumnKind = (typeof columnKinds)[number]

const column = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(columnKinds),
  /** The sum over all rows; null for columns without one. */
  total: z.number().nullable(),
})
export type ReportColumn = z.infer<typeof column>

/** A report as shown on the screen and in every file format: the same columns, rows and totals. */
export const reportDocument = z.object({
  kind: z.enum(reportKinds),
  /** The name of the report's subject: a zone, all zones, or a person. */
  subject: z.string(),
  /** The language of the person who requested the report or, for scheduled reports, of the zone's organisation. */
  language: z.enum(readingLanguages),
  /** The names of the group and the person to which the report is limited, if any. */
  group: z.string().optional(),
  person: z.string().optional(),
  /**
   * The filter, if the file contains only some of the rows: the search words and the chart bar that the rows match. `allRows` is
   * the number of rows without the filter.
   */
  filter: z
    .object({
      search: z.string().optional(),
      bar: z.object({ label: z.string(), value: z.string() }).optional(),
      allRows: z.int(),
    })
    .optional(),
  /** First and last day, both inclusive, in the calendar of `timeZone`. */
  from: day,
  to: day,
  timeZone,
  /** True if the days begin at midnight in each zone's own time zone, which may differ from `timeZone`. */
  zonesDiffer: z.boolean(),
  madeAt: instant,
  /** Readings and visits from before this instant have been deleted. Data about people who have left a zone is not shown. */
  keptSince: instant,
  /** The figures shown above the table. */
  figures: z.array(z.object({ label: z.string(), value: cell, kind: z.enum(columnKinds) })).max(maxColumns),
  columns: z.array(column).max(maxColumns),
  rows: z.array(z.array(cell).max(maxColumns)).max(maxReportRows),
})
export type ReportDocument = z.infer<typeof reportDocument>
