import { t } from '@lingui/core/macro'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AttachmentError } from './send-attachment.ts'

export function BroadcastProblem({ error, failed }: { error: Error; failed: string }) {
  return <ProblemAlert>{broadcastFailureText(error, failed)}</ProblemAlert>
}

/** Returns the text for a broadcast that was not sent or saved; `failed` if the server gave no reason. */
export function broadcastFailureText(error: Error, failed: string): string {
  if (error instanceof AttachmentError) return error.message
  return hasCode(error, 'UNAUTHORIZED') ? t`User authentication required` : errorTextWithTime(error, failed)
}
