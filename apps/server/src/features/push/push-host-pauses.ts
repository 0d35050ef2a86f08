import { makeRoom } from '../../lib/make-room.ts'

/** Tries in a row without an answer before a host is paused. */
const LATE_MOST = 3
const PAUSE_MS = 60_000
/** Browsers name their push host, so the number of hosts has to be bounded. */
const HOSTS_MOST = 1_000

type Host = { readonly late: number; readonly pausedUntil: number }

/**
 * Pauses push hosts that did not answer several times in a row, so that pushes to other hosts do not wait behind them. After the pause a
 * single push probes the host; its answer ends the pause for all.
 */
export function createPushHostPauses(now: () => number = () => performance.now()) {
  const hosts = new Map<string, Host>()
  return {
    /** Milliseconds until the host may be tried; 0 means that the caller tries it now. */
    admit(host: string): number {
      const { late, pausedUntil } = hosts.get(host) ?? { late: 0, pausedUntil: 0 }
      if (late < LATE_MOST) return 0
      const left = pausedUntil - now()
      if (left > 0) return left
      hosts.set(host, { late, pausedUntil: now() + PAUSE_MS })
      return 0
    },
    noteAnswer(host: string): void {
      hosts.delete(host)
    },
    noteLate(host: string): void {
      const late = (hosts.get(host)?.late ?? 0) + 1
      makeRoom(hosts, HOSTS_MOST)
      hosts.set(host, { late, pausedUntil: now() + PAUSE_MS })
    },
  }
}
