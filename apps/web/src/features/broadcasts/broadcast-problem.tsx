import { errorTextWithTime } from '../../lib/error-text.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AttachmentError } from './send-attachment.ts'

/** Why a broadcast could not be sent or saved. */
export function BroadcastProblem({ error, failed }: { error: Error; failed: string }) {
  return (
    <ProblemAlert>
      {error instanceof AttachmentError ? error.message : errorTextWithTime(error, failed)}
    </ProblemAlert>
  )
}
