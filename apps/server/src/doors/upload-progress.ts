import type { DoorLimits } from './door-limits.ts'

export type UploadProgress = {
  /** Returns true if the body arrives too slowly to wait any longer, given the bytes received by this time (ms). */
  isStuck(bytes: number, now: number): boolean
}

/**
 * Watches one body in transit. It limits the body's progress instead of its duration: a photo over a slow line takes minutes, and a
 * sender that only pretends to send is detected within one interval.
 */
export function createUploadProgress(
  { bodyLookMs, bodyLeastPerSecond }: Pick<DoorLimits, 'bodyLookMs' | 'bodyLeastPerSecond'>,
  startedAt: number,
): UploadProgress {
  let lastByteAt = startedAt
  let receivedBytes = 0
  /** The start of the current interval, and the bytes received by then. */
  let lastLook = { at: startedAt, bytes: 0 }
  return {
    isStuck(bytes, now) {
      if (bytes > receivedBytes) lastByteAt = now
      receivedBytes = bytes
      if (now - lastByteAt >= bodyLookMs) return true
      const ms = now - lastLook.at
      if (ms < bodyLookMs) return false
      const newBytes = bytes - lastLook.bytes
      lastLook = { at: now, bytes }
      return newBytes < (bodyLeastPerSecond * ms) / 1_000
    },
  }
}
