import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { isNotFound, withReference } from '../../../lib/error-text.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { useAfter } from '../../../ui/time/use-after.ts'
import { isFinished, openRun } from './report-watch.ts'

/** Milliseconds between progress polls. */
const POLL_INTERVAL_MS = 1_000

/** Milliseconds of waiting after which a faster way to get the list is shown. */
const LATE_MS = 30_000

type Props = {
  runId: string
  /** Shown when the file takes long: a way to get the same data at once. */
  lateText?: string
  onAgain: () => void
  onClose: () => void
}

/**
 * Shows the progress of a requested file and downloads it once it is ready, unless it was cancelled. If there is no file, explains
 * why.
 */
export function RunSteps({ runId, lateText, onAgain, onClose }: Props) {
  const isLate = useAfter(LATE_MS)
  const client = useQueryClient()
  const query = useQuery({
    ...orpc.reportRuns.get.queryOptions({ input: { runId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data && isFinished(state.data)) || isNotFound(state.error) ? false : POLL_INTERVAL_MS,
  })
  const run = query.data
  const openAction = useAct({ call: () => openRun(runId) })
  const cancel = useAct({
    call: () => api.reportRuns.cancel({ runId }),
    onDone: cancelled => client.setQueryData(orpc.reportRuns.get.queryKey({ input: { runId } }), cancelled),
  })
  const { mutate: openFile } = openAction
  const isDone = run?.state === 'done'
  const size = run && run.bytes !== null ? formatBytes(run.bytes) : undefined
  // Clicking Cancel prevents the download even if the file is already ready.
  const opensAutomatically = isDone && cancel.isIdle
  useEffect(() => {
    if (opensAutomatically) openFile()
  }, [opensAutomatically, openFile])

  const finalState = isNotFound(query.error) ? 'gone' : run?.state
  if (finalState === 'gone' || finalState === 'failed' || finalState === 'cancelled')
    return (
      <Stack>
        {finalState === 'failed' ? (
          <ProblemAlert>{run?.problem ?? t`The file couldn’t be created.`}</ProblemAlert>
        ) : (
          <p role="status">
            {finalState === 'gone' ? t`This file no longer exists.` : t`Cancelled. No file was created.`}
          </p>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t`Done`}
          </Button>
          <Button onClick={onAgain}>{finalState === 'failed' ? t`Retry` : t`Download`}</Button>
        </DialogButtons>
      </Stack>
    )
  if (isDone)
    return (
      <Stack>
        <p role="status">
          {size === undefined ? t`Your file is ready.` : t`Your file is ready (${size}).`}{' '}
          {opensAutomatically
            ? t`Your browser is downloading it.`
            : t`It finished before it could be cancelled.`}
        </p>
        <FailedAct act={openAction} failed={t`The file couldn’t be downloaded. Try again.`} />
        <DialogButtons>
          <Button variant="default" loading={openAction.isPending} onClick={() => openAction.mutate()}>
            {opensAutomatically ? t`Download again` : t`Download`}
          </Button>
          <Button onClick={onClose}>{t`Done`}</Button>
        </DialogButtons>
      </Stack>
    )
  return (
    <Stack>
      <Progress value={run?.percent ?? 0} aria-label={t`Creating your file`} size="lg" />
      <Text c="dimmed" role="status">
        <Trans>
          Creating your file… You can hide this and keep working. We’ll notify you when it’s ready.
        </Trans>
      </Text>
      {isLate && lateText && <Text role="status">{lateText}</Text>}
      {query.isError && (
        <ProblemAlert>
          {withReference(t`Progress isn’t available right now. Muster will keep trying.`, query.error)}
        </ProblemAlert>
      )}
      <FailedAct act={cancel} failed={t`The report couldn’t be cancelled. Try again.`} />
      <DialogButtons>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t`Cancel`}
        </Button>
        <Button onClick={onClose}>{t`Hide`}</Button>
      </DialogButtons>
    </Stack>
  )
}
