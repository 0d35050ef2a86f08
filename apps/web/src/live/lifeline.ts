/** Interval between pings to the server, in milliseconds. */
const everyMs = 25_000
/** Timeout for the response to a ping, in milliseconds. */
const answerMs = 10_000

type Options = {
  isReady(): boolean
  ping(): void
  /** Called when the connection is dead, or a new attempt may succeed now. */
  reconnect(): void
  /** Called when the browser lost its network. */
  onOffline(): void
}

/** Detects a dead connection early, and reconnects when that may succeed. */
export function createLifeline({ isReady, ping, reconnect, onOffline }: Options) {
  let overdue: ReturnType<typeof setTimeout> | undefined

  function checkConnection() {
    if (!isReady() || overdue) return
    ping()
    overdue = setTimeout(reconnect, answerMs)
  }
  function handleMessage() {
    clearTimeout(overdue)
    overdue = undefined
  }
  function online() {
    if (isReady()) checkConnection()
    else reconnect()
  }
  function offline() {
    onOffline()
    checkConnection()
  }
  function visible() {
    // The timers of a hidden page are suspended, so check immediately whether the connection survived.
    if (document.visibilityState === 'visible') online()
  }

  const asking = setInterval(checkConnection, everyMs)
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('offline', offline)
  globalThis.document?.addEventListener('visibilitychange', visible)

  return {
    /** Call it when the server has responded or the connection is lost, because then no ping is pending. */
    handleMessage: handleMessage,
    stop() {
      handleMessage()
      clearInterval(asking)
      globalThis.removeEventListener?.('online', online)
      globalThis.removeEventListener?.('offline', offline)
      globalThis.document?.removeEventListener('visibilitychange', visible)
    },
  }
}
