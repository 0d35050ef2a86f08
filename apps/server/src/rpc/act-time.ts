/** What waited no longer came at once, in milliseconds. */
const AT_ONCE = 60_000

/** When something was done that may have waited for a network (`waitedMs` of the contract), and whether it came late. */
export function actTime(waitedMs = 0, now = Date.now()): { at: Date; late: boolean } {
  return { at: new Date(now - waitedMs), late: waitedMs >= AT_ONCE }
}
