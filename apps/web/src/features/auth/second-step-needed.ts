import { ORPCError } from '@orpc/client'
import { hasCode } from '../../lib/error-text.ts'

/** Returns the token that finishes a sign-in after a correct password, if the server requires the second step. */
export function pendingToken(error: unknown): string | undefined {
  if (!hasCode(error, 'SECOND_STEP_NEEDED') || !(error instanceof ORPCError)) return undefined
  const { pending } = error.data as { pending?: unknown }
  return typeof pending === 'string' ? pending : undefined
}
