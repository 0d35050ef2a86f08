import type { Platform } from '../../platform/platform.ts'
import { beginDueSchedules } from './mailing/begin-due-schedules.ts'
import { queueMails } from './mailing/deliveries.queries.ts'
import { createReportMailWork } from './mailing/send-report-mail.ts'
import { toStoredProblem } from './problems.ts'
import type { MakeReport } from './report-request.ts'
import { createMakeRun } from './runs/make-run.ts'
import { failRun } from './runs/report-runs.queries.ts'
import { createMakeRoll } from './runs/roll-files.ts'

type Deps = Pick<Platform, 'db' | 'files' | 'mailer' | 'mailQueue' | 'reportQueue' | 'env' | 'secret' | 'log'>

/** Creates the service that generates queued report files, emails the scheduled ones and starts due schedules. */
export function createReportFiles(platform: Deps, makeReport: MakeReport) {
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
