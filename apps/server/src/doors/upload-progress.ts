import type { DoorLimits } from './door-limits.ts'

export type UploadProgress = {
  /** Returns true if the body arrives too slowly to wait any longer, given the bytes received by this time (ms). */
  isStuck(bytes: number, now: number): boolean
}

/**
 * Limits progress, not duration: a photo over a slow line takes minutes, and a sender that only pretends is found in one interval.
 */
export function createUploadProgress(
  { bodyLookMs, bodyLeastPerSecond }: Pick<DoorLimits, 'bodyLookMs' | 'bodyLeastPerSecond'>,
  startedAt: number,
): UploadProgress {
  let lastByteAt = startedAt
  let receivedBytes = 0
  /** The start of the current interval, and the bytes received by then. */
  let intervalStart = { at: startedAt, bytes: 0 }
  return {
    isStuck(bytes, now) {
      if (bytes > receivedBytes) lastByteAt = now
      receivedBytes = bytes
      if (now - lastByteAt >= bodyLookMs) return true
      const elapsedMs = now - intervalStart.at
      if (elapsedMs < bodyLookMs) return false
      const newBytes = bytes - intervalStart.bytes
      intervalStart = { at: now, bytes }
      return newBytes < (bodyLeastPerSecond * elapsedMs) / 1_000
    },
  }
}
