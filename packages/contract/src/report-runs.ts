import { reportFormats, reportKinds } from '@muster/domain/report.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { isSpan, notASpan } from './reports.ts'
import { exactText, oneLine, text } from './texts.ts'

const { signedIn } = callsTagged('reports')

/** Files that one person has made at the same time. */
export const reportRunsAtOnce = 3
/** Files of one person that are listed, the newest of them. */
export const reportRunsShown = 50

const wish = {
  kind: z.enum(reportKinds),
  /** Null: all zones the person may see. */
  zoneId: id.nullable(),
  groupId: id.nullable(),
  userId: id.nullable(),
  /** First and last day, both included. */
  from: day,
  to: day,
}

export const reportRunStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ReportRunState = (typeof reportRunStates)[number]

/** A report as a file, as far as it has come. */
export const reportRun = z.object({
  id,
  ...wish,
  /** The file holds only the rows that were shown when it was asked for. */
  isFiltered: z.boolean(),
  format: z.enum(reportFormats),
  state: z.enum(reportRunStates),
  /** How much of it is made, 0 to 100. */
  percent: z.int().min(0).max(100),
  /** Rows and bytes of the file, once it is done. */
  rows: z.int().nullable(),
  bytes: z.number().nullable(),
  /** Why there is no file. */
  problem: z.string().nullable(),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** When the file is removed. */
  expiresAt: instant.nullable(),
})
export type ReportRun = z.infer<typeof reportRun>

const one = z.strictObject({ runId: id })

/** A report is refused to those who may not see its zone, group, person or days, when it is asked for and when it is opened. */
const refusals = [
  'NOT_FOUND',
  'ZONE_NOT_FOUND',
  'ZONE_ENTRY_REQUIRED',
  'GROUP_NOT_FOUND',
  'USER_NOT_FOUND',
  'REPORT_MONTH_ONLY',
] as const

/** Reports as files: asked for, made by a job, told of by `report_run.changed`, kept for some days. */
export const reportRuns = {
  /** Those the person asked for, the newest first. */
  list: signedIn('GET /report-runs', 'list_report_runs', 'List the report files one asked for').output(
    z.object({ runs: z.array(reportRun).max(reportRunsShown) }),
  ),
  get: signedIn('GET /report-runs/{runId}', 'get_report_run', 'Read how far a report file is')
    .input(one)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
  /** Asks for a file. `requestId` is made by the client: sent again it answers with the file that was asked for first. */
  begin: signedIn('POST /report-runs', 'begin_report_run', 'Make a report file')
    .input(
      z
        .strictObject({
          ...wish,
          /** Only the rows that are shown: those that hold these words, and those of this bar of a chart. */
          search: text(200).optional(),
          bar: z.strictObject({ column: oneLine(60), value: exactText(300) }).optional(),
          format: z.enum(reportFormats),
          requestId: id,
        })
        .refine(isSpan, notASpan),
    )
    .output(reportRun)
    .errors(pick(...refusals, 'REPORT_FORTNIGHT_ONLY', 'REPORT_BAR_UNKNOWN', 'REPORTS_WAITING')),
  /** An address that opens the file for some minutes, while this session lives and the report is still the person's to see. */
  open: signedIn('POST /report-runs/{runId}/link', 'open_report_run', 'Get a link to a report file')
    .input(one)
    .output(z.object({ url: z.string(), fileName: z.string() }))
    .errors(pick(...refusals)),
  /** Stops one that is waiting or being made; any other stays as it is. */
  cancel: signedIn('POST /report-runs/{runId}/cancel', 'cancel_report_run', 'Stop making a report file')
    .input(one)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
}
