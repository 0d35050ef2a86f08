import type { ErrorCode } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/client'
import { formatClock } from './format-time.ts'

/** The typed code of a failed call, or undefined when the failure is not one of the contract's. */
export function errorCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof ORPCError) || !error.defined) return undefined
  return error.code as ErrorCode
}

/** Whether a call failed with one of these codes. */
export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  const code = errorCode(error)
  return code !== undefined && codes.includes(code)
}

/** Whether the server answered and the caller is to blame (4xx): asking again gives the same answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status >= 400 && error.status < 500
}

/** True if the caller cannot get the resource: deleted, forbidden, or an invalid address. A rate limit does not count. */
export const isNotThere = (error: unknown): boolean =>
  isRefusal(error) && !hasCode(error, 'TOO_MANY_REQUESTS')

/** Whether the call was taken back here: nobody waits for its answer. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Whether the server could make nothing of the input, as of an id in an address that is none. */
export function isMalformed(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 400
}

const gatewayStatuses: readonly number[] = [502, 503, 504]

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** Whether the call never got an answer of ours: no network, a server that does not listen or says nothing, or one too busy to look at it. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    isTimeout(error) ||
    (error instanceof ORPCError && gatewayStatuses.includes(error.status))
  )
}

/** The text of `data.retryAt` or `data.until` of a throttled call, if the error carries one. */
export function retryInstant(error: unknown): Date | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const data = error.data as { retryAt?: unknown; until?: unknown } | undefined
  const text = data?.retryAt ?? data?.until
  if (typeof text !== 'string') return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * Text for a person about a failed call: the contract's text for an expected failure, else `fallback`
 * (the specification's text for this act). A stranger's message (a stack, a proxy's page) is never shown.
 */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ORPCError && error.defined && error.message !== '') return error.message
  return fallback
}

/** As `errorText`; when the server named a time to wait for, also that time, local: '… You can try again at 14:32.' */
export function errorTextWithTime(error: unknown, fallback: string, now: Date = new Date()): string {
  const text = errorText(error, fallback)
  const at = retryInstant(error)
  return at ? `${text} You can try again at ${formatClock(at, now)}.` : text
}

/** As `errorTextWithTime`; where the failure is none of the contract's, `failure` with the reason: 'Failed to update user: …'. */
export function errorTextWithReason(error: unknown, failure: string): string {
  const reason = isUnreachable(error)
    ? 'the server did not answer. Check your connection and try again.'
    : 'the server could not do it. Try again in a moment.'
  return errorTextWithTime(error, `${failure}: ${reason}`)
}

/** Below the text of a place that failed: the server's own words, if it has some. */
export const failedNext = (error: unknown): string | undefined => errorText(error, '') || undefined

/** Resolves also where what was to be removed is gone already: that is just what was wanted. */
export async function orGone(removal: Promise<unknown>, code: ErrorCode = 'NOT_FOUND'): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasCode(error, code)) throw error
  }
}
