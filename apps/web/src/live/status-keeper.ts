/** `offline`: disconnected for a while; still retrying. */
export type FeedStatus = 'connecting' | 'live' | 'offline'

/** Milliseconds for which an interruption counts as connecting. */
const patienceMs = 10_000

/** Keeps the status of the feed as shown to people: a short interruption is not reported. */
export function createStatusKeeper(onStatus: (status: FeedStatus) => void) {
  let status: FeedStatus = globalThis.navigator?.onLine === false ? 'offline' : 'connecting'
  let patience: ReturnType<typeof setTimeout> | undefined

  function set(next: FeedStatus) {
    if (next === status) return
    status = next
    onStatus(next)
  }

  const wait = () => {
    patience ??= setTimeout(() => set('offline'), patienceMs)
  }
  wait()
  const stop = () => clearTimeout(patience)

  return {
    get status() {
      return status
    },
    live() {
      stop()
      patience = undefined
      set('live')
    },
    broken() {
      if (status === 'live') set('connecting')
      wait()
    },
    offline: () => set('offline'),
    stop,
  }
}
