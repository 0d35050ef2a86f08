import { ORPCError } from '@orpc/client'
import { hasCode } from '../../lib/error-text.ts'

/** What finishes a sign-in whose password was right, where the server asks for the second step. */
export function pendingOf(error: unknown): string | undefined {
  if (!hasCode(error, 'SECOND_STEP_NEEDED') || !(error instanceof ORPCError)) return undefined
  const { pending } = error.data as { pending?: unknown }
  return typeof pending === 'string' ? pending : undefined
}
