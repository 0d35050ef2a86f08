import type { DoorLimits } from './door-limits.ts'

export type Arriving = {
  /** True if the body arrives too slowly to wait any longer, with this many bytes received at this time (ms). */
  isStuck(bytes: number, now: number): boolean
}

/**
 * Watches one body in transit. The limit is on its progress, not on its duration: a photo over a slow line takes minutes, and a
 * sender that only pretends is detected within one interval.
 */
export function createArriving(
  { bodyLookMs, bodyLeastPerSecond }: Pick<DoorLimits, 'bodyLookMs' | 'bodyLeastPerSecond'>,
  startedAt: number,
): Arriving {
  let movedAt = startedAt
  let received = 0
  /** The start of the current interval, and the bytes received by then. */
  let look = { at: startedAt, bytes: 0 }
  return {
    isStuck(bytes, now) {
      if (bytes > received) movedAt = now
      received = bytes
      if (now - movedAt >= bodyLookMs) return true
      const ms = now - look.at
      if (ms < bodyLookMs) return false
      const came = bytes - look.bytes
      look = { at: now, bytes }
      return came < (bodyLeastPerSecond * ms) / 1_000
    },
  }
}
