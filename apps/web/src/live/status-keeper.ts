/** `offline`: disconnected for a while, or the browser reports no network; still retrying. */
export type FeedStatus = 'connecting' | 'live' | 'offline'

/** Milliseconds after which an interruption or a pending first connection is reported as offline. */
const offlineDelayMs = 10_000

/** Creates the keeper of the feed's status as shown to people. A short interruption is reported as connecting, not as offline. */
export function createStatusKeeper(onStatus: (status: FeedStatus) => void) {
  let status: FeedStatus = globalThis.navigator?.onLine === false ? 'offline' : 'connecting'
  let offlineTimer: ReturnType<typeof setTimeout> | undefined

  function setStatus(next: FeedStatus) {
    if (next === status) return
    status = next
    onStatus(next)
  }

  const startOfflineTimer = () => {
    offlineTimer ??= setTimeout(() => setStatus('offline'), offlineDelayMs)
  }
  startOfflineTimer()
  const stop = () => clearTimeout(offlineTimer)

  return {
    get status() {
      return status
    },
    live() {
      stop()
      offlineTimer = undefined
      setStatus('live')
    },
    broken() {
      if (status === 'live') setStatus('connecting')
      startOfflineTimer()
    },
    offline: () => setStatus('offline'),
    stop,
  }
}
