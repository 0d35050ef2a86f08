import { evictOldest } from '../../lib/evict-oldest.ts'

/** Number of consecutive timeouts after which a host is paused. */
const LATE_MOST = 3
const PAUSE_MS = 60_000
/** Maximum number of concurrent urgent pushes that may ignore a host's pause. */
const URGENT_MOST = 2
/** Maximum wait (ms) of an urgent push beyond that number. Short, because the responses to the others may end the pause. */
const URGENT_AGAIN_MS = 5_000
/** Maximum number of remembered hosts, because browsers choose the push host and could send any number of names. */
const HOSTS_MOST = 1_000

type Host = { readonly late: number; readonly pausedUntil: number }

/**
 * Pauses push hosts that repeatedly time out, so that pushes to other hosts do not wait behind them. After the pause, a single push
 * probes the host, and its response ends the pause for all. A few urgent pushes are tried even during the pause.
 */
export function createPushHostPauses(now: () => number = () => performance.now()) {
  const hosts = new Map<string, Host>()
  const urgentTries = new Map<string, number>()
  const urgentTriesTo = (host: string) => urgentTries.get(host) ?? 0
  return {
    /** Returns the milliseconds until the host may be tried. After 0 the caller must try it now, as it may be the only probe. */
    admit(host: string, isUrgent: boolean): number {
      const { late, pausedUntil } = hosts.get(host) ?? { late: 0, pausedUntil: 0 }
      if (late < LATE_MOST) return 0
      const left = pausedUntil - now()
      if (left > 0 && isUrgent) return urgentTriesTo(host) < URGENT_MOST ? 0 : Math.min(left, URGENT_AGAIN_MS)
      if (left > 0) return left
      hosts.set(host, { late, pausedUntil: now() + PAUSE_MS })
      return 0
    },
    /** Counts an urgent push as in progress until the caller calls the returned function. */
    beginUrgent(host: string): () => void {
      urgentTries.set(host, urgentTriesTo(host) + 1)
      return () => {
        const others = urgentTriesTo(host) - 1
        if (others > 0) urgentTries.set(host, others)
        else urgentTries.delete(host)
      }
    },
    noteAnswer(host: string): void {
      hosts.delete(host)
    },
    noteLate(host: string): void {
      const late = (hosts.get(host)?.late ?? 0) + 1
      evictOldest(hosts, HOSTS_MOST)
      hosts.set(host, { late, pausedUntil: now() + PAUSE_MS })
    },
  }
}
