import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMakeReport } from './create-make-report.ts'
import { beginDueSchedules } from './mailing/begin-due-schedules.ts'
import { queueMails } from './mailing/deliveries.queries.ts'
import { registerUnsubscribeRoutes } from './mailing/off-door.ts'
import { reportMailingProcedures } from './mailing/report-mailing.procedures.ts'
import { createReportMailWork } from './mailing/send-report-mail.ts'
import { toStoredProblem } from './problems.ts'
import type { MakeReport } from './report-request.ts'
import { reportsPersonalData } from './reports.personal-data.ts'
import { reportsProcedures } from './reports.procedures.ts'
import { createMakeRun } from './runs/make-run.ts'
import { mayReadReport } from './runs/may-read-report.ts'
import { reportRunsEvents } from './runs/report-runs.events.ts'
import { reportRunsProcedures } from './runs/report-runs.procedures.ts'
import { failRun, listReportFilesAfter } from './runs/report-runs.queries.ts'
import { createMakeRoll } from './runs/roll-files.ts'

type Deps = Pick<Platform, 'db' | 'files' | 'mailer' | 'mailQueue' | 'reportQueue' | 'env' | 'secret' | 'log'>

/** Creates the service that generates queued report files, emails the scheduled ones and starts due schedules. */
function createReportFiles(platform: Deps, makeReport: MakeReport) {
  const { db, mailQueue, reportQueue, env } = platform
  const prepareRun = createMakeRun({
    ...platform,
    makeReport,
    makeRoll: createMakeRoll(platform),
    queueMails: (tx, runId) => queueMails(tx, mailQueue, runId),
  })
  reportQueue.onOrder({
    prepare: prepareRun,
    abandon: id => db.asOwner('a job gave it up', tx => failRun(tx, id, toStoredProblem('notMadeNow'))),
  })
  mailQueue.onOrder(createReportMailWork(platform), 'report')
  return {
    prepare: prepareRun,
    catchUp: (signal: AbortSignal) => beginDueSchedules({ db, reportQueue, timeZone: env.TIME_ZONE }, signal),
  }
}

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
