import { reportKinds } from '@muster/domain/report.ts'
import { z } from 'zod'
import { day, timeZone } from './calendar.ts'
import { instant } from './ids.ts'

/** Rows of one report: what has more is asked for in parts. */
export const reportRowsMost = 50_000
const columnsMost = 30

const cell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.infer<typeof cell>

/**
 * How a column's cells are written: `text`, `day` (a calendar day), `time` (an instant, shown as a time of day in the report's time
 * zone), `moment` (an instant, shown with its day), `count` (a whole number), `minutes` (a length of time in whole minutes).
 */
export const columnKinds = ['text', 'day', 'time', 'moment', 'count', 'minutes'] as const
export type ColumnKind = (typeof columnKinds)[number]

const column = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(columnKinds),
  /** Sum of the column over all rows, for columns that have one. */
  total: z.number().nullable(),
})
export type ReportColumn = z.infer<typeof column>

/** A report as it stands on the screen and in every file of it: the same columns, rows and totals. */
export const reportDocument = z.object({
  kind: z.enum(reportKinds),
  /** What it is about: a zone, all zones, or a person. */
  subject: z.string(),
  /** Names of the group and the person it is narrowed to. */
  group: z.string().optional(),
  person: z.string().optional(),
  /** In a file of some rows: the words and the bar that they were filtered by, and how many rows the whole report has. */
  filter: z
    .object({
      search: z.string().optional(),
      bar: z.object({ label: z.string(), value: z.string() }).optional(),
      allRows: z.int(),
    })
    .optional(),
  /** First and last day, both included, on the calendar of `timeZone`. */
  from: day,
  to: day,
  timeZone,
  /** Days are cut at the midnights of each zone, which are not those of `timeZone` everywhere. */
  zonesDiffer: z.boolean(),
  madeAt: instant,
  /** Older readings and visits are not kept; those of people who have left a zone are not shown. */
  keptSince: instant,
  /** The figures above the table. */
  figures: z.array(z.object({ label: z.string(), value: cell, kind: z.enum(columnKinds) })).max(columnsMost),
  columns: z.array(column).max(columnsMost),
  rows: z.array(z.array(cell).max(columnsMost)).max(reportRowsMost),
})
export type ReportDocument = z.infer<typeof reportDocument>
