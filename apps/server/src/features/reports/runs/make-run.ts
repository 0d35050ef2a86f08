import type { Database, Tx } from '../../../db/database.ts'
import { createMakeFile } from '../../../jobs/make-file.ts'
import type { FileStorage } from '../../../lib/file-storage.ts'
import { renderReport } from '../files/render-report.ts'
import { toReportFileName } from '../files/report-file-name.ts'
import { type problems, toStoredProblem } from '../problems.ts'
import type { MakeReport } from '../report-request.ts'
import {
  type Attempt,
  beginAttempt,
  failRun,
  finishAttempt,
  isReportRun,
  type RunFile,
  toReportRequest,
  updateProgress,
} from './report-runs.queries.ts'
import type { MakeRoll } from './roll-files.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly files: Pick<FileStorage, 'put' | 'remove'>
  readonly makeReport: MakeReport
  readonly makeRoll: MakeRoll
  /** Queues the emails for a scheduled report, in the transaction that finishes its run. */
  readonly queueMails: (tx: Tx, runId: string) => Promise<void>
}

/** The share of the progress (percent) for reading the figures; the rest is for rendering the file, which takes longer. */
const FIGURES_PERCENT = 40

/** Creates the job handler that generates a run's file and, for a scheduled report, queues its emails. */
export const createMakeRun = ({ db, files, makeReport, makeRoll, queueMails: enqueueMails }: Deps) =>
  createMakeFile<Attempt, RunFile & Pick<Awaited<ReturnType<MakeRoll>>, 'logExport'>>(
    { db, files },
    {
      async begin(tx, id) {
        const attempt = await beginAttempt(tx, id)
        const refusal = attempt && findRefusal(attempt)
        if (refusal) await failRun(tx, id, toStoredProblem(refusal))
        return refusal ? undefined : attempt
      },
      async make(attempt, signal, reportProgress) {
        const { name, content, rows, visibleScope, logExport } = await (isReportRun(attempt)
          ? makeReportFile(makeReport, attempt, signal, reportProgress)
          : makeRoll(attempt, signal, reportProgress))
        const path = `reports/${attempt.id}/${attempt.attempt}/${name}`
        signal.throwIfAborted()
        await files.put(path, content)
        return { path, rows, bytes: content.length, visibleScope, logExport }
      },
      updateProgress,
      async finish(tx, attempt, result) {
        const isCurrent = await finishAttempt(tx, attempt, result)
        if (isCurrent) await result.logExport(tx)
        if (isCurrent && attempt.schedule_id) await enqueueMails(tx, attempt.id)
        return isCurrent
      },
      fail: failRun,
    },
  )

async function makeReportFile(
  makeReport: MakeReport,
  attempt: Attempt & Parameters<typeof toReportRequest>[0],
  signal: AbortSignal,
  reportProgress: (percent: number) => void,
) {
  const document = await makeReport(
    toReportRequest(attempt),
    attempt.asked_by === null ? null : { userId: attempt.asked_by, zoneIds: attempt.zone_ids },
    signal,
    percent => reportProgress((percent * FIGURES_PERCENT) / 100),
  )
  reportProgress(FIGURES_PERCENT)
  const content = await renderReport(document, attempt.format, signal, percent =>
    reportProgress(FIGURES_PERCENT + (percent * (100 - FIGURES_PERCENT)) / 100),
  )
  return {
    name: toReportFileName(document, attempt.format),
    content,
    rows: document.rows.length,
    visibleScope: {},
    // Reports are logged when they are opened.
    logExport: () => Promise.resolve(),
  }
}

function findRefusal({
  schedule_id,
  switched_off,
  status,
  recipients,
}: Attempt): keyof typeof problems | undefined {
  if (schedule_id === null) return
  if (switched_off) return 'switchedOff'
  if (status !== 'active') return 'notActive'
  if (recipients === 0) return 'noRecipients'
}
