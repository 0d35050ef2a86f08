import { evictOldest } from '../../lib/evict-oldest.ts'

/** Number of consecutive timeouts after which a host is paused. */
const MAX_TIMEOUTS = 3
const PAUSE_MS = 60_000
/** Maximum number of concurrent urgent pushes that may ignore a host's pause. */
const MAX_CONCURRENT_URGENT = 2
/** Maximum wait (ms) beyond `MAX_CONCURRENT_URGENT`. Short, because the responses to the others may end the pause. */
const URGENT_RETRY_MS = 5_000
/** Maximum number of remembered hosts, because browsers choose the push host and could send any number of names. */
const MAX_HOSTS = 1_000

type HostState = { readonly late: number; readonly pausedUntil: number }

/**
 * Pauses hosts that repeatedly time out, so others do not wait. Then one push probes the host for all. A few urgent pushes are tried
 * even during the pause.
 */
export function createPushHostPauses(now: () => number = () => performance.now()) {
  const stateByHost = new Map<string, HostState>()
  const urgentTriesByHost = new Map<string, number>()
  const countUrgentTries = (host: string) => urgentTriesByHost.get(host) ?? 0
  return {
    /** Milliseconds until the host may be tried. At 0 the caller must try it now, because this may be the only probe. */
    admit(host: string, isUrgent: boolean): number {
      const { late, pausedUntil } = stateByHost.get(host) ?? { late: 0, pausedUntil: 0 }
      if (late < MAX_TIMEOUTS) return 0
      const remainingMs = pausedUntil - now()
      if (remainingMs > 0 && isUrgent)
        return countUrgentTries(host) < MAX_CONCURRENT_URGENT ? 0 : Math.min(remainingMs, URGENT_RETRY_MS)
      if (remainingMs > 0) return remainingMs
      stateByHost.set(host, { late, pausedUntil: now() + PAUSE_MS })
      return 0
    },
    /** Counts an urgent push as in progress until the caller calls the returned function. */
    beginUrgent(host: string): () => void {
      urgentTriesByHost.set(host, countUrgentTries(host) + 1)
      return () => {
        const otherTries = countUrgentTries(host) - 1
        if (otherTries > 0) urgentTriesByHost.set(host, otherTries)
        else urgentTriesByHost.delete(host)
      }
    },
    noteAnswer(host: string): void {
      stateByHost.delete(host)
    },
    noteLate(host: string): void {
      const timeoutCount = (stateByHost.get(host)?.late ?? 0) + 1
      evictOldest(stateByHost, MAX_HOSTS)
      stateByHost.set(host, { late: timeoutCount, pausedUntil: now() + PAUSE_MS })
    },
  }
}
