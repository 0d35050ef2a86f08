import { reportFormats, reportKinds } from '@muster/domain/report.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { isSpan, notASpan } from './reports.ts'
import { exactText, oneLine, text } from './texts.ts'

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

/** Reports as files: asked for, made by a job, told of by `report_run.changed`, kept for some days. */
export const reportRuns = {
  /** Those the person asked for, the newest first. */
  list: signedInProcedure
    .route({
      method: 'GET',
      path: '/report-runs',
      operationId: 'list_report_runs',
      summary: 'List the report files one asked for',
      tags: ['reports'],
    })
    .output(z.object({ runs: z.array(reportRun).max(reportRunsShown) })),
  get: signedInProcedure
    .route({
      method: 'GET',
      path: '/report-runs/{runId}',
      operationId: 'get_report_run',
      summary: 'Read how far a report file is',
      tags: ['reports'],
    })
    .input(one)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
  /** Asks for a file. `requestId` is made by the client: sent again it answers with the file that was asked for first. */
  begin: signedInProcedure
    .route({
      method: 'POST',
      path: '/report-runs',
      operationId: 'begin_report_run',
      summary: 'Make a report file',
      tags: ['reports'],
    })
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
    .errors(
      pick(
        'NOT_FOUND',
        'ZONE_NOT_FOUND',
        'ZONE_ENTRY_REQUIRED',
        'GROUP_NOT_FOUND',
        'USER_NOT_FOUND',
        'REPORT_MONTH_ONLY',
        'REPORT_FORTNIGHT_ONLY',
        'REPORT_BAR_UNKNOWN',
        'REPORTS_WAITING',
      ),
    ),
  /** An address that opens the file for some minutes, while this session lives and the report is still the person's to see. */
  open: signedInProcedure
    .route({
      method: 'POST',
      path: '/report-runs/{runId}/link',
      operationId: 'open_report_run',
      summary: 'Get a link to a report file',
      tags: ['reports'],
    })
    .input(one)
    .output(z.object({ url: z.string(), fileName: z.string() }))
    .errors(
      pick(
        'NOT_FOUND',
        'ZONE_NOT_FOUND',
        'ZONE_ENTRY_REQUIRED',
        'GROUP_NOT_FOUND',
        'USER_NOT_FOUND',
        'REPORT_MONTH_ONLY',
      ),
    ),
  /** Stops one that is waiting or being made; any other stays as it is. */
  cancel: signedInProcedure
    .route({
      method: 'POST',
      path: '/report-runs/{runId}/cancel',
      operationId: 'cancel_report_run',
      summary: 'Stop making a report file',
      tags: ['reports'],
    })
    .input(one)
    .output(reportRun)
    .errors(pick('NOT_FOUND')),
}
