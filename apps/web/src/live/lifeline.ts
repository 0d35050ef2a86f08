/** Interval of the pings to the server, in milliseconds. */
const everyMs = 25_000
/** Time-out of the response, in milliseconds. */
const answerMs = 10_000

type Options = {
  isReady(): boolean
  ping(): void
  /** The connection is dead, or a new attempt may succeed now. */
  reconnect(): void
  /** The browser lost its network. */
  onOffline(): void
}

/** Detects a dead connection early, and retries when that may succeed. */
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
    // The timers of a hidden page are suspended, so check at once whether the connection survived.
    if (document.visibilityState === 'visible') online()
  }

  const asking = setInterval(checkConnection, everyMs)
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('offline', offline)
  globalThis.document?.addEventListener('visibilitychange', visible)

  return {
    /** The server responded, or the connection is gone: no response is pending any more. */
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
