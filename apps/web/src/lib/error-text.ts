import { t } from '@lingui/core/macro'
import type { ErrorCode } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/client'
import { formatClock } from './format-time.ts'

/** The typed code of a failed call, or undefined if the failure is not in the contract. */
export function errorCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof ORPCError) || !error.defined) return undefined
  return error.code as ErrorCode
}

export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  const code = errorCode(error)
  return code !== undefined && codes.includes(code)
}

/** True if the server rejected the call (4xx), so that retrying would give the same result. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status >= 400 && error.status < 500
}

/** True for any refusal except a rate limit. For a read, it means that the resource is deleted, forbidden or has an invalid id. */
export const isNotFound = (error: unknown): boolean =>
  isRefusal(error) && !hasCode(error, 'TOO_MANY_REQUESTS')

/** True if the call was cancelled on this device, so nothing is waiting for its result. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** True if the server rejected the input as malformed, such as an invalid id in a URL. */
export function isMalformed(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 400
}

const gatewayStatuses: readonly number[] = [502, 503, 504]

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** There is no network, or our server is down, silent or too busy to handle the call. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    isTimeout(error) ||
    (error instanceof ORPCError && gatewayStatuses.includes(error.status))
  )
}

/** Returns the time in `data.retryAt` or `data.until` of a failed call, if the error has one. */
export function getRetryTime(error: unknown): Date | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const data = error.data as { retryAt?: unknown; until?: unknown } | undefined
  const retryInstant = data?.retryAt ?? data?.until
  if (typeof retryInstant !== 'string') return undefined
  const at = new Date(retryInstant)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Ids of requests, as the server or its proxy makes them. */
const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Returns the reference of a failure of the server (5xx), by which an administrator finds it in the server's log: 'Reference
 * 7KQM-3FXD'. The failure may be the cause of a screen's own error. Undefined for a refusal, which has a reason, and without an answer of
 * our server.
 */
export function errorReference(error: unknown): string | undefined {
  const answer = error instanceof Error && !(error instanceof ORPCError) ? error.cause : error
  if (!(answer instanceof ORPCError) || answer.status < 500) return undefined
  const id = (answer.data as { requestId?: unknown } | undefined)?.requestId
  return typeof id === 'string' && requestIdPattern.test(id) ? t`Reference ${{ id }}` : undefined
}

/**
 * Returns the message to show for a failed call: the contract's text for an expected failure, otherwise `fallback` (the
 * specification's text for this action), followed by the reference of an unexpected error. Messages from elsewhere (a stack trace, a
 * proxy's page) are never shown.
 */
export function errorText(error: unknown, fallback: string): string {
  const isExpected = error instanceof ORPCError && error.defined && error.message !== ''
  return withReference(isExpected ? error.message : fallback, error)
}

/** Appends the reference of a failure of the server to a text of a screen's own, if there is one. */
export function withReference(text: string, error: unknown): string {
  const reference = errorReference(error)
  return reference && text !== '' ? `${text} (${reference})` : text
}

/** Returns `errorText` plus the local time given by the server, if any: '… You can try again at 14:32.' */
export function errorTextWithTime(error: unknown, fallback: string, now: Date = new Date()): string {
  const text = errorText(error, fallback)
  const at = getRetryTime(error)
  if (!at) return text
  const time = formatClock(at, now)
  return t`${text} You can try again at ${time}.`
}

/** Like `errorTextWithTime`, for a form that creates something and renews its request id (`useDraftForm`). */
export const creationErrorText = (error: unknown, fallback: string): string =>
  hasCode(error, 'REQUEST_ID_TAKEN')
    ? t`The first version may already have been created. Check the list before you send again.`
    : errorTextWithTime(error, fallback)

/** Like `errorTextWithTime`, but states the reason for a failure outside the contract: 'Failed to update user: …'. */
export function errorTextWithReason(error: unknown, failure: string): string {
  const text = isUnreachable(error)
    ? t`${failure}: the server didn’t respond. Check your connection and try again.`
    : t`${failure}: something went wrong on the server. Try again in a moment.`
  return errorTextWithTime(error, text)
}

/** Returns the server's own text, if any, to show below the message that something failed. */
export const toNextPageError = (error: unknown): string | undefined => errorText(error, '') || undefined

/** Waits for a removal. Also resolves if the item is already gone, because the outcome is the same. */
export async function ignoreMissing(removal: Promise<unknown>, code: ErrorCode = 'NOT_FOUND'): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasCode(error, code)) throw error
  }
}
