import { reportFormats, reportKinds, rollKinds } from '@muster/domain/report.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { invalidSpanMessage, isSpan } from './reports.ts'
import { exactText, oneLine, text } from './texts.ts'

const { signedIn } = callsTagged('reports')

/** Maximum files that one person can have in progress at a time: reports, or lists of one emergency or of one zone. */
export const maxConcurrentReportRuns = 3
/** Maximum files listed per person, newest first. */
export const maxListedReportRuns = 50

const reportRequest = {
  kind: z.enum(reportKinds),
  /** Null if the report covers all zones the person may see. */
  zoneId: id.nullable(),
  groupId: id.nullable(),
  userId: id.nullable(),
  /** First and last day, both inclusive. */
  from: day,
  to: day,
}

export const reportRunStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ReportRunState = (typeof reportRunStates)[number]

/** A report file and its progress. */
export const reportRun = z.object({
  id,
  ...reportRequest,
  /** Lists of people are of one moment, so both of their days are the one on which they were requested. */
  kind: z.enum([...reportKinds, ...rollKinds]),
  /** The emergency of a list of who is missing; null otherwise. */
  emergencyId: id.nullable(),
  /** True if the file contains only the rows shown when it was requested. */
  isFiltered: z.boolean(),
  format: z.enum(reportFormats),
  state: z.enum(reportRunStates),
  percent: z.int().min(0).max(100),
  /** The number of rows in the file, and its size in bytes; null until the file is finished. */
  rows: z.int().nullable(),
  bytes: z.number().nullable(),
  /** Why the file could not be created; null otherwise. */
  problem: z.string().nullable(),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** When the file will be removed. */
  expiresAt: instant.nullable(),
})
export type ReportRun = z.infer<typeof reportRun>

const reportFileRequest = z
  .strictObject({
    ...reportRequest,
    /** Limits the file to the rows shown on the screen: those that match the search words and belong to the chart bar. */
    search: text(200).optional(),
    bar: z.strictObject({ column: oneLine(60), value: exactText(300) }).optional(),
    format: z.enum(reportFormats),
    requestId: id,
  })
  .refine(isSpan, invalidSpanMessage)
export type ReportFileRequest = z.infer<typeof reportFileRequest>

const rollFileRequest = z.union([
  z.strictObject({ kind: z.literal('inside'), zoneId: id, requestId: id }),
  z.strictObject({ kind: z.literal('missing'), emergencyId: id, requestId: id }),
])
export type RollFileRequest = z.infer<typeof rollFileRequest>

const runRef = z.strictObject({ runId: id })

/**
 * The errors for a report that the caller may not read. Access to its zone, group, person and days is checked when the file is
 * requested and again when it is opened.
 */
const refusals = [
  'NOT_FOUND',
  'ZONE_NOT_FOUND',
  'ZONE_ENTRY_REQUIRED',
  'GROUP_NOT_FOUND',
  'USER_NOT_FOUND',
  'REPORT_MONTH_ONLY',
  'EMERGENCY_NOT_FOUND',
] as const

/**
 * Report files. A request starts a job that creates the file, and `report_run.changed` announces its progress. Finished files are
 * kept for a few days.
 */
export const reportRuns = {
  list: signedIn('GET /report-runs', 'list_report_runs', 'List the report files one asked for').output(
    z.object({ runs: z.array(reportRun).max(maxListedReportRuns) }),
  ),
  get: signedIn('GET /report-runs/{runId}', 'get_report_run', 'Read how far a report file is')
    .input(runRef)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
  /** A report, or a PDF too long for a direct download (PDF_TOO_LARGE). Repeating `requestId` returns the first file. */
  begin: signedIn('POST /report-runs', 'begin_report_run', 'Make a report file')
    .input(z.union([reportFileRequest, rollFileRequest]))
    .output(reportRun)
    .errors(
      pick(...refusals, 'REPORT_FORTNIGHT_ONLY', 'REPORT_BAR_UNKNOWN', 'REPORTS_WAITING', 'REQUEST_ID_TAKEN'),
    ),
  /** Valid for a few minutes. Opens the file only in this session, and only while the caller may read the report. */
  open: signedIn('POST /report-runs/{runId}/link', 'open_report_run', 'Get a link to a report file')
    .input(runRef)
    .output(z.object({ url: z.string(), fileName: z.string() }))
    .errors(pick(...refusals, 'ROLL_CHANGED')),
  /** Only if waiting or in progress. */
  cancel: signedIn('POST /report-runs/{runId}/cancel', 'cancel_report_run', 'Stop making a report file')
    .input(runRef)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
}
