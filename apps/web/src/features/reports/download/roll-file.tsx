import { t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { RollFileRequest } from '@muster/contract/report-runs.ts'
import { useEffect } from 'react'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { RunSteps } from './run-steps.tsx'
import { useFileRun } from './use-file-run.ts'

export type RollRequest = RollFileRequest extends infer Roll
  ? Roll extends RollFileRequest
    ? Omit<Roll, 'requestId'>
    : never
  : never
type Props = { roll: RollRequest; onClose: () => void }

/** The content of a dialog that makes the PDF of a list which is too long for a direct download, and then downloads it. */
export function RollFile({ roll, onClose }: Props) {
  const { startRun, startAgain, runId } = useFileRun(roll)
  const { mutate } = startRun
  useEffect(() => mutate(), [mutate])
  if (runId)
    return (
      <RunSteps
        key={runId}
        runId={runId}
        lateText={
          roll.kind === 'inside'
            ? t`The list is still waiting. Export as CSV to get it now.`
            : t`The list is still waiting. Print it to get it now.`
        }
        onAgain={startAgain}
        onClose={onClose}
      />
    )
  return (
    <Stack>
      {startRun.isError ? (
        <ProblemAlert>
          {errorTextWithTime(startRun.error, t`The file couldn’t be created. Try again.`)}
        </ProblemAlert>
      ) : (
        <Text c="dimmed" role="status">
          {t`This list is too long to download directly. Preparing a file…`}
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        {startRun.isError && <Button onClick={() => startRun.mutate()}>{t`Retry`}</Button>}
      </DialogButtons>
    </Stack>
  )
}
