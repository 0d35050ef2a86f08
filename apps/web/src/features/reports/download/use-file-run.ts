import type { ReportFileRequest, RollFileRequest } from '@muster/contract/report-runs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { isFinished, watchRun } from './report-watch.ts'

/** A request without its id, which this hook provides. */
type FileRequest = Parameters<typeof api.reportRuns.begin>[0] extends infer Input
  ? Input extends ReportFileRequest | RollFileRequest
    ? Omit<Input, 'requestId'>
    : never
  : never

/** Starts the making of a file, and watches it after its dialog was closed. `startAgain` makes a new file. */
export function useFileRun(request: FileRequest) {
  const client = useQueryClient()
  const [runId, setRunId] = useState<string>()
  const watch = useWatchAfterLeaving()
  const requestId = useRequestId(request)
  const startRun = useAct({
    call: () => api.reportRuns.begin({ ...request, requestId: requestId.current() }),
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
  return { startRun, startAgain, runId }
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
