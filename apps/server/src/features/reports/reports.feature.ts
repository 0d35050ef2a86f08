import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMakeReport } from './create-make-report.ts'
import { registerUnsubscribeRoutes } from './mailing/off-door.ts'
import { reportMailingProcedures } from './mailing/report-mailing.procedures.ts'
import { createReportFiles } from './report-files.ts'
import type { MakeReport } from './report-request.ts'
import { reportsPersonalData } from './reports.personal-data.ts'
import { reportsProcedures } from './reports.procedures.ts'
import { mayReadReport } from './runs/may-read-report.ts'
import { reportRunsEvents } from './runs/report-runs.events.ts'
import { reportRunsProcedures } from './runs/report-runs.procedures.ts'
import { listReportFilesAfter } from './runs/report-runs.queries.ts'

export type ReportSettings = {
  /** Replaces report generation in tests of the files. */
  readonly makeReport?: MakeReport
}
type Parts = { readonly reports: ReturnType<typeof createReportFiles> }

export const reportsFeature = {
  procedures: (platform: Platform) => ({
    reports: reportsProcedures(platform),
    reportRuns: reportRunsProcedures(platform),
    reportMailing: reportMailingProcedures(platform),
  }),
  events: reportRunsEvents,
  parts: (platform: Platform & ReportSettings): Parts => ({
    reports: createReportFiles(platform, platform.makeReport ?? createMakeReport(platform)),
  }),
  doors: (app: FastifyInstance, platform: Platform) => registerUnsubscribeRoutes(app, platform),
  jobs: ({ reports }: Parts) => [{ name: 'scheduled-reports', cron: '* * * * *', run: reports.catchUp }],
  files: { reports: { mayRead: mayReadReport, listAfter: listReportFilesAfter } },
  personalData: reportsPersonalData,
} satisfies Feature
