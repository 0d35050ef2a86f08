/** Maximum milliseconds that an action may have waited and still count as immediate. */
const MAX_IMMEDIATE_MS = 60_000

/** Returns the time of an action that may have waited for a network (`waitedMs` in the contract), and whether it arrived late. */
export function toActionTime(waitedMs = 0, now = Date.now()): { at: Date; late: boolean } {
  return { at: new Date(now - waitedMs), late: waitedMs >= MAX_IMMEDIATE_MS }
}
