/** `idle`: signed out, so no feed is wanted. The other states say whether the screen is live. */
export type ConnectionState = 'idle' | 'live' | 'connecting' | 'offline'

/** The state of the feed, and since when it has not been live. Times are in milliseconds. */
export type Connection = {
  readonly state: ConnectionState
  /** The time when the feed stopped being live; undefined while live or idle. */
  readonly downSince: number | undefined
}

let connection: Connection = { state: 'idle', downSince: undefined }
let lastMessageAt: number | undefined
const listeners = new Set<() => void>()

/** The state of the live feed. Written by the feed client; read by everything on screen that claims to be live. */
export const connectionStore = {
  get: () => connection,
  set(state: ConnectionState) {
    if (state === connection.state) return
    const isDown = state === 'connecting' || state === 'offline'
    connection = { state, downSince: isDown ? (connection.downSince ?? Date.now()) : undefined }
    if (state === 'live') lastMessageAt = Date.now()
    if (state === 'idle') lastMessageAt = undefined
    for (const listener of listeners) listener()
  },
  /** Does not notify listeners, because screens read this only after the connection is lost. */
  recordMessage() {
    lastMessageAt = Date.now()
  },
  lastMessageAt: () => lastMessageAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
