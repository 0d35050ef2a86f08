import { ORPCError } from '@orpc/server'
import type { Database, Tx } from '../../../db/database.ts'
import type { Files } from '../../../lib/files.ts'
import { renderReport } from '../files/render-report.ts'
import { reportFileName } from '../files/report-file-name.ts'
import type { MakeReport } from '../report-wish.ts'
import {
  type Attempt,
  beginAttempt,
  failRun,
  finishAttempt,
  keepPercent,
  wishOf,
} from './report-runs.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly files: Pick<Files, 'put' | 'remove'>
  readonly makeReport: MakeReport
  /** Orders the mails of a report of a schedule, with its run. */
  readonly orderMails: (tx: Tx, runId: string) => Promise<void>
}

/** Milliseconds between two times the person is told how far it is, and it is asked whether they still want it. */
const TELL = 1_000
/** The part of the progress that the figures are; the rest is the file, which takes longer. */
const FIGURES = 40
const why = 'the job writes what no request may write'

export const noRecipients = 'This zone has no recipients, so nothing was sent.'
const notActive = 'This zone is not active, so nothing was sent.'
const switchedOff = 'This schedule was switched off, so nothing was sent.'

/**
 * Makes the file of a run and, where a schedule asked for it, orders its mails. Begins anew whatever an attempt before has left; writes
 * nothing that counts once another one has begun, the run was cancelled or `signal` says stop. Refusals are the run's outcome; anything
 * else rejects, to be tried again.
 */
export function createMakeRun({ db, files, makeReport, orderMails }: Deps) {
  return async (id: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const attempt = await db.asOwner(why, tx => beginAttempt(tx, id))
    if (!attempt) return
    const refused = refusalOf(attempt)
    if (refused) return db.asOwner(why, tx => failRun(tx, id, refused))
    const unwanted = new AbortController()
    const either = AbortSignal.any([signal, unwanted.signal])
    const progress = tellProgress(db, attempt, unwanted)
    try {
      const document = await makeReport(
        wishOf(attempt),
        attempt.asked_by === null ? null : { userId: attempt.asked_by, zoneIds: attempt.zone_ids },
        either,
        percent => progress.tell((percent * FIGURES) / 100),
      )
      progress.tell(FIGURES)
      const content = await renderReport(document, attempt.format, either, percent =>
        progress.tell(FIGURES + (percent * (100 - FIGURES)) / 100),
      )
      const path = `reports/${id}/${attempt.attempt}/${reportFileName(document, attempt.format)}`
      await progress.stop()
      either.throwIfAborted()
      await files.put(path, content)
      const counted = await db.asOwner(why, async tx => {
        const { length: rows } = document.rows
        const counts = await finishAttempt(tx, attempt, { path, rows, bytes: content.length })
        if (counts && attempt.schedule_id) await orderMails(tx, id)
        return counts
      })
      if (!counted) await files.remove(path)
    } catch (error) {
      if (unwanted.signal.aborted) return
      if (error instanceof ORPCError && error.defined)
        return db.asOwner(why, tx => failRun(tx, id, error.message))
      throw error
    } finally {
      await progress.stop()
    }
  }
}

function refusalOf({ schedule_id, switched_off, status, recipients }: Attempt): string | undefined {
  if (schedule_id === null) return
  if (switched_off) return switchedOff
  if (status !== 'active') return notActive
  if (recipients === 0) return noRecipients
}

/** Writes down how far a run is, once a second and one after the other, and says to stop where it is not wanted any more. */
function tellProgress(db: Deps['db'], attempt: Attempt, unwanted: AbortController) {
  let percent = 0
  let writing: Promise<void> | undefined
  const write = async () => {
    try {
      if (!(await db.asOwner(why, tx => keepPercent(tx, attempt, percent))))
        unwanted.abort(new Error('This report is not wanted any more.'))
    } catch {
      // How far it is may be missed once; what is made is written down in the end, or that fails.
    } finally {
      writing = undefined
    }
  }
  const timer = setInterval(() => {
    writing ??= write()
  }, TELL)
  return {
    tell(now: number) {
      percent = Math.max(percent, Math.min(99, Math.floor(now)))
    },
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}
