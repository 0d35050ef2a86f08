import { Button, Progress, Radio } from '@mantine/core'
import type { ReportFormat } from '@muster/contract/report-document.ts'
import type { ReportRun } from '@muster/contract/report-runs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import classes from './download-report.module.css'
import { isOver, openRun, watchRun } from './report-watch.ts'

export type Wish = Pick<ReportRun, 'kind' | 'zoneId' | 'groupId' | 'userId' | 'from' | 'to'>
type Props = { wish: Wish; onClose: () => void }

/** Milliseconds between two looks at how far it is. */
const AGAIN = 1_000

export const formatNames = {
  pdf: ['PDF', 'To read and to print'],
  xlsx: ['Excel', 'A workbook with real numbers and times'],
  csv: ['CSV', 'For other programs'],
} satisfies Record<ReportFormat, readonly [string, string]>

/** Choose a format, wait, take the file. */
export function DownloadReportSteps({ wish, onClose }: Props) {
  const client = useQueryClient()
  const [format, setFormat] = useState<ReportFormat>('pdf')
  const [runId, setRunId] = useState<string>()
  const request = useRequestId({ ...wish, format })
  const begin = useAct({
    call: () => api.reportRuns.begin({ ...wish, format, requestId: request.current() }),
    onDone: run => {
      client.setQueryData(orpc.reportRuns.get.queryKey({ input: { runId: run.id } }), run)
      setRunId(run.id)
    },
  })
  const again = () => {
    request.renew()
    setRunId(undefined)
    begin.mutate()
  }
  if (runId) return <RunSteps runId={runId} onAgain={again} onClose={onClose} />
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        begin.mutate()
      }}
    >
      <Radio.Group label="Format" value={format} onChange={value => setFormat(value as ReportFormat)}>
        <div className={classes.formats}>
          {Object.entries(formatNames).map(([value, [label, text]]) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </div>
      </Radio.Group>
      {begin.isError && (
        <ProblemAlert>
          {errorTextWithTime(begin.error, 'The report could not be asked for. Please try again.')}
        </ProblemAlert>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" loading={begin.isPending}>
          Make file
        </Button>
      </DialogButtons>
    </form>
  )
}

type RunProps = { runId: string; onAgain: () => void; onClose: () => void }

function RunSteps({ runId, onAgain, onClose }: RunProps) {
  const client = useQueryClient()
  const query = useQuery({
    ...orpc.reportRuns.get.queryOptions({ input: { runId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : AGAIN),
  })
  const run = query.data
  const open = useAct({ call: () => openRun(runId) })
  const cancel = useAct({
    call: () => api.reportRuns.cancel({ runId }),
    onDone: cancelled => client.setQueryData(orpc.reportRuns.get.queryKey({ input: { runId } }), cancelled),
  })
  useWatchAfterLeaving(run)
  const { mutate: handOver } = open
  const isDone = run?.state === 'done'
  useEffect(() => {
    if (isDone) handOver()
  }, [isDone, handOver])

  if (run?.state === 'failed' || run?.state === 'cancelled')
    return (
      <div className={classes.form}>
        {run.state === 'failed' ? (
          <ProblemAlert>{run.problem ?? 'The file could not be made.'}</ProblemAlert>
        ) : (
          <p role="status">Cancelled. No file was made.</p>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onAgain}>{run.state === 'failed' ? 'Retry' : 'Make it again'}</Button>
        </DialogButtons>
      </div>
    )
  if (isDone)
    return (
      <div className={classes.form}>
        <p role="status">
          Your file is ready{run.bytes !== null && `, ${formatBytes(run.bytes)}`}. Your browser saves it now.
        </p>
        {open.isError && (
          <ProblemAlert>
            {errorTextWithTime(open.error, 'The file could not be opened. Please try again.')}
          </ProblemAlert>
        )}
        <DialogButtons>
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
            Save again
          </Button>
          <Button onClick={onClose}>Done</Button>
        </DialogButtons>
      </div>
    )
  return (
    <div className={classes.form}>
      <Progress value={run?.percent ?? 0} aria-label="Making your report" size="lg" />
      <p className={classes.quiet} role="status">
        Making your report… You can close this: you are told when it is ready.
      </p>
      {query.isError && <ProblemAlert>How far it is cannot be read now. It is asked again.</ProblemAlert>}
      {cancel.isError && (
        <ProblemAlert>
          {errorTextWithTime(cancel.error, 'It could not be cancelled. Please try again.')}
        </ProblemAlert>
      )}
      <DialogButtons>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </div>
  )
}

/** Whoever leaves while the file is being made is told by a notice. */
function useWatchAfterLeaving(run: ReportRun | undefined): void {
  const last = useRef(run)
  last.current = run
  useEffect(
    () => () => {
      if (last.current && !isOver(last.current)) void watchRun(last.current.id)
    },
    [],
  )
}

/** The number of a request: the same while nothing of it changes, so that sending twice makes one file. */
function useRequestId(of: object) {
  const key = JSON.stringify(of)
  const kept = useRef({ key, id: uuidV7() })
  return {
    current: () => {
      if (kept.current.key !== key) kept.current = { key, id: uuidV7() }
      return kept.current.id
    },
    renew: () => {
      kept.current = { key, id: uuidV7() }
    },
  }
}
