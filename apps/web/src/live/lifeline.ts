/** Between signs of life asked of the server. Milliseconds. */
const everyMs = 25_000
/** How long it may take to answer. */
const answerMs = 10_000

type Options = {
  isReady(): boolean
  ping(): void
  /** The connection is dead, or another may succeed now. */
  reconnect(): void
  /** The browser lost its network. */
  onOffline(): void
}

/** Finds out early that a connection is dead, and when it is worth trying again. */
export function createLifeline({ isReady, ping, reconnect, onOffline }: Options) {
  let overdue: ReturnType<typeof setTimeout> | undefined

  function ask() {
    if (!isReady() || overdue) return
    ping()
    overdue = setTimeout(reconnect, answerMs)
  }
  function heard() {
    clearTimeout(overdue)
    overdue = undefined
  }
  function online() {
    if (isReady()) ask()
    else reconnect()
  }
  function offline() {
    onOffline()
    ask()
  }
  function visible() {
    // The timers of a hidden page sleep: look at once whether the connection outlived it.
    if (document.visibilityState === 'visible') online()
  }

  const asking = setInterval(ask, everyMs)
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('offline', offline)
  globalThis.document?.addEventListener('visibilitychange', visible)

  return {
    /** The server answered, or the connection is gone: no answer is due any more. */
    heard,
    stop() {
      heard()
      clearInterval(asking)
      globalThis.removeEventListener?.('online', online)
      globalThis.removeEventListener?.('offline', offline)
      globalThis.document?.removeEventListener('visibilitychange', visible)
    },
  }
}
