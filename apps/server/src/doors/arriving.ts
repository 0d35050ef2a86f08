import type { DoorLimits } from './door-limits.ts'

export type Arriving = {
  /** Whether the body comes too slowly to be waited for any longer, of which so many bytes are here at this time (ms). */
  isStuck(bytes: number, now: number): boolean
}

/**
 * One body on its way. What bounds it is that it gets on, not how long it takes: a photo over a slow line takes minutes,
 * and who only pretends to send is found out within one look.
 */
export function createArriving(
  { bodyLookMs, bodyLeastPerSecond }: Pick<DoorLimits, 'bodyLookMs' | 'bodyLeastPerSecond'>,
  begun: number,
): Arriving {
  let movedAt = begun
  let seen = 0
  /** When the look began, and what was here then. */
  let look = { at: begun, bytes: 0 }
  return {
    isStuck(bytes, now) {
      if (bytes > seen) movedAt = now
      seen = bytes
      if (now - movedAt >= bodyLookMs) return true
      const ms = now - look.at
      if (ms < bodyLookMs) return false
      const came = bytes - look.bytes
      look = { at: now, bytes }
      return came < (bodyLeastPerSecond * ms) / 1_000
    },
  }
}
