/** `offline`: not live for a while; it goes on trying. */
export type FeedStatus = 'connecting' | 'live' | 'offline'

/** How long a break is called connecting. Milliseconds. */
const patienceMs = 10_000

/** The status of the feed as people see it: a short break is no news. */
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
