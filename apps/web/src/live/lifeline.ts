/** Interval between pings to the server, in milliseconds. */
const pingIntervalMs = 25_000
/** Timeout for the response to a ping, in milliseconds. */
const pongTimeoutMs = 10_000

type Options = {
  isReady(): boolean
  ping(): void
  /** Called when the connection is dead, or a new attempt may succeed now. */
  reconnect(): void
  onOffline(): void
}

/** Creates a heartbeat, which detects a dead connection early and reconnects when that may succeed. */
export function createHeartbeat({ isReady, ping, reconnect, onOffline }: Options) {
  let pongTimer: ReturnType<typeof setTimeout> | undefined

  function checkConnection() {
    if (!isReady() || pongTimer) return
    ping()
    pongTimer = setTimeout(reconnect, pongTimeoutMs)
  }
  function handleMessage() {
    clearTimeout(pongTimer)
    pongTimer = undefined
  }
  function handleOnline() {
    if (isReady()) checkConnection()
    else reconnect()
  }
  function handleOffline() {
    onOffline()
    checkConnection()
  }
  function handleVisible() {
    // The timers of a hidden page are suspended, so check immediately whether the connection survived.
    if (document.visibilityState === 'visible') handleOnline()
  }

  const pingTimer = setInterval(checkConnection, pingIntervalMs)
  globalThis.addEventListener?.('online', handleOnline)
  globalThis.addEventListener?.('offline', handleOffline)
  globalThis.document?.addEventListener('visibilitychange', handleVisible)

  return {
    /** Call it when the server has responded or the connection is lost, because then no ping is pending. */
    handleMessage: handleMessage,
    stop() {
      handleMessage()
      clearInterval(pingTimer)
      globalThis.removeEventListener?.('online', handleOnline)
      globalThis.removeEventListener?.('offline', handleOffline)
      globalThis.document?.removeEventListener('visibilitychange', handleVisible)
    },
  }
}
