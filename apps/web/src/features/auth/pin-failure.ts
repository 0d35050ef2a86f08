import { plural, t } from '@lingui/core/macro'
import { errorText, getRetryTime, hasCode } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'

function readTriesLeft(error: unknown): number | undefined {
  const data = (error as { data?: { triesLeft?: unknown } }).data
  return typeof data?.triesLeft === 'number' ? data.triesLeft : undefined
}

/** Returns the message after a PIN failure, with the next step. Times are local. */
export function pinFailureText(error: unknown, now: Date = new Date()): string {
  const text = errorText(error, t`Failed to verify PIN. Please try again.`)
  if (hasCode(error, 'INVALID_PIN')) {
    const tries = readTriesLeft(error)
    if (tries === undefined) return text
    return `${text} ${plural(tries, { one: '# try left.', other: '# tries left.' })}`
  }
  if (hasCode(error, 'PIN_LOCKED', 'TOO_MANY_REQUESTS')) {
    const retryAt = getRetryTime(error)
    if (retryAt) {
      const time = formatClock(retryAt, now)
      return t`Too many wrong PINs. Try again at ${time}.`
    }
    if (hasCode(error, 'PIN_LOCKED')) return t`Too many wrong PINs. Ask a zone manager to reset your PIN.`
  }
  return text
}

/** Formats a wait in milliseconds as minutes and seconds, '14:32'; negative values count as zero. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
