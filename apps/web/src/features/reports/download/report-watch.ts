import type { ReportRun } from '@muster/contract/report-runs.ts'
import { api } from '../../../lib/api.ts'
import { downloadFrom } from '../../../lib/download-from.ts'
import { hasCode, isUnreachable } from '../../../lib/error-text.ts'
import { noticeLayer } from '../../../ui/toast/notice-layer.ts'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'

/** Milliseconds between two looks. */
const AGAIN = 2_000
/** A notice with a file behind it stays for a while, in milliseconds. */
const SHOWN = 60_000

export const isOver = ({ state }: Pick<ReportRun, 'state'>) => state !== 'waiting' && state !== 'running'

const watched = new Set<string>()

/** Has the browser fetch the file of a run. */
export async function openRun(runId: string): Promise<void> {
  downloadFrom((await api.reportRuns.open({ runId })).url)
}

/** Whoever closes the dialog or leaves the page is told when the file is there. */
export async function watchRun(runId: string): Promise<void> {
  if (watched.has(runId)) return
  watched.add(runId)
  try {
    for (;;) {
      const run = await look(runId)
      if (run === 'gone') return
      if (run && isOver(run)) return tell(run)
      await new Promise(resolve => setTimeout(resolve, AGAIN))
    }
  } finally {
    watched.delete(runId)
  }
}

/** Undefined where the server cannot be reached now; gone with the session, or by itself. */
async function look(runId: string): Promise<ReportRun | 'gone' | undefined> {
  try {
    return await api.reportRuns.get({ runId })
  } catch (error) {
    return isUnreachable(error) || hasCode(error, 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS')
      ? undefined
      : 'gone'
  }
}

function tell({ id, state, problem }: ReportRun): void {
  if (state === 'done')
    noticeLayer.success('Your report is ready', {
      id,
      durationMs: SHOWN,
      action: {
        label: 'Download',
        run: () =>
          void openRun(id).catch(() =>
            notifyFailure('The report could not be downloaded. Please try again.'),
          ),
      },
    })
  else if (state === 'failed')
    noticeLayer.error('Your report could not be made', { id, ...(problem && { text: problem }) })
}
