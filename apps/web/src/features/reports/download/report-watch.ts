import { t } from '@lingui/core/macro'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import { api } from '../../../lib/api.ts'
import { downloadFrom } from '../../../lib/download-from.ts'
import { hasCode, isUnreachable, withReference } from '../../../lib/error-text.ts'
import { noticeLayer } from '../../../ui/toast/notice-layer.ts'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'

const POLL_INTERVAL_MS = 2_000
/** Milliseconds for which the notification about a file is shown. */
const NOTICE_DURATION_MS = 60_000

export const isFinished = ({ state }: Pick<ReportRun, 'state'>) => state !== 'waiting' && state !== 'running'

const watchedRunIds = new Set<string>()

/** Makes the browser download the file of a run. */
export async function openRun(runId: string): Promise<void> {
  downloadFrom((await api.reportRuns.open({ runId })).url)
}

/**
 * Waits until the run has finished, and then notifies the person, who has closed the dialog or left the page, that the file is
 * ready or could not be created. Does nothing if the run is already being watched, and stops silently if it no longer exists.
 */
export async function watchRun(runId: string): Promise<void> {
  if (watchedRunIds.has(runId)) return
  watchedRunIds.add(runId)
  try {
    for (;;) {
      const run = await readRun(runId)
      if (run === 'gone') return
      if (run && isFinished(run)) return notify(run)
      await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  } finally {
    watchedRunIds.delete(runId)
  }
}

/**
 * Fetches a run. Returns undefined if the server is currently unreachable or busy, so that the caller tries again, and 'gone' after
 * any other error, for example if the session has ended or the file has been removed.
 */
async function readRun(runId: string): Promise<ReportRun | 'gone' | undefined> {
  try {
    return await api.reportRuns.get({ runId })
  } catch (error) {
    return isUnreachable(error) || hasCode(error, 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS')
      ? undefined
      : 'gone'
  }
}

function notify({ id, state, problem }: ReportRun): void {
  if (state === 'done')
    noticeLayer.success(t`Your file is ready`, {
      id,
      durationMs: NOTICE_DURATION_MS,
      action: {
        label: t`Download`,
        run: () =>
          void openRun(id).catch(error =>
            notifyFailure(withReference(t`The report couldn’t be downloaded. Try again.`, error)),
          ),
      },
    })
  else if (state === 'failed')
    noticeLayer.error(t`Your file couldn’t be created`, { id, ...(problem && { text: problem }) })
}
