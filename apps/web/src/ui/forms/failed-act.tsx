import type { ReactNode } from 'react'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ProblemAlert } from '../states/problem-alert.tsx'

type Props = {
  act: { error: unknown }
  /** A string is shown if the server sends no text. */
  failed: string | ((error: unknown) => ReactNode)
}

/** The failure of an action, where it was started. `ActForm` shows its own. */
export const FailedAct = ({ act: { error }, failed }: Props) =>
  error !== null && (
    <ProblemAlert>
      {typeof failed === 'string' ? errorTextWithTime(error, failed) : failed(error)}
    </ProblemAlert>
  )
