import type { PresenceState } from '../presence.ts'

/** Of somebody nothing is known about yet. */
export const emptyPresence: PresenceState = {
  inside: false,
  capturedAt: null,
  entryTime: null,
  exitTime: null,
  pendingInside: null,
  pendingSince: null,
}
