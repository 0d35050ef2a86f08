import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Stack, Text } from '@mantine/core'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { formatNames } from './format-names.ts'
import { RecentFiles } from './recent-files.tsx'
import { isFinished, watchRun } from './report-watch.ts'
import { RunSteps } from './run-steps.tsx'

export type ReportRequest = Pick<ReportRun, 'kind' | 'zoneId' | 'groupId' | 'userId' | 'from' | 'to'> &
  RowFilter
type Props = { request: ReportRequest; onClose: () => void }

/** The steps of a download: choose a format, wait, get the file. */
export function DownloadReportSteps({ request, onClose }: Props) {
  const client = useQueryClient()
  const [format, setFormat] = useState<ReportFormat>('pdf')
  const [runId, setRunId] = useState<string>()
  const watch = useWatchAfterLeaving()
  const requestId = useRequestId({ ...request, format })
  const startRun = useAct({
    call: () => api.reportRuns.begin({ ...request, format, requestId: requestId.current() }),
    onDone: run => {
      client.setQueryData(orpc.reportRuns.get.queryKey({ input: { runId: run.id } }), run)
      setRunId(run.id)
      watch(run.id)
    },
  })
  const startAgain = () => {
    requestId.renew()
    setRunId(undefined)
    startRun.mutate()
  }
  if (runId) return <RunSteps key={runId} runId={runId} onAgain={startAgain} onClose={onClose} />
  return (
    <Stack>
      <Form onSubmit={() => startRun.mutate()}>
        <Radio.Group label={t`Format`} value={format} onChange={value => setFormat(value as ReportFormat)}>
          <Stack gap="sm" mt="xs">
            {Object.entries(formatNames).map(([value, [label, text]]) => (
              <Radio key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Radio.Group>
        {(request.search || request.bar) && (
          <Text c="dimmed">
            <Trans>The file contains the rows shown here and lists the filters used.</Trans>
          </Text>
        )}
        {startRun.isError && (
          <ProblemAlert>
            {errorTextWithTime(startRun.error, t`The report couldn’t be downloaded. Try again.`)}
          </ProblemAlert>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={startRun.isPending}>
            <Trans>Download</Trans>
          </Button>
        </DialogButtons>
      </Form>
      <RecentFiles />
    </Stack>
  )
}

/**
 * Returns a function to call with the id of a started run. If the dialog is closed before the run has finished, even before it has
 * started, the person is notified of the result.
 */
function useWatchAfterLeaving(): (runId: string) => void {
  const client = useQueryClient()
  const hasLeft = useRef(false)
  const startedRunId = useRef<string>(undefined)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
      if (startedRunId.current === undefined) return
      const run = client.getQueryData(
        orpc.reportRuns.get.queryKey({ input: { runId: startedRunId.current } }),
      )
      if (!run || !isFinished(run)) void watchRun(startedRunId.current)
    }
  }, [client])
  return runId => {
    startedRunId.current = runId
    if (hasLeft.current) void watchRun(runId)
  }
}

/** Provides the request id, which stays the same while the request is unchanged, so that sending it twice creates only one file. */
function useRequestId(request: object) {
  const key = JSON.stringify(request)
  const latestRef = useRef({ key, id: uuidV7() })
  return {
    current: () => {
      if (latestRef.current.key !== key) latestRef.current = { key, id: uuidV7() }
      return latestRef.current.id
    },
    renew: () => {
      latestRef.current = { key, id: uuidV7() }
    },
  }
}
