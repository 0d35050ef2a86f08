/** `idle`: no feed is wanted (signed out). The others say whether what one sees is live. */
export type ConnectionState = 'idle' | 'live' | 'connecting' | 'offline'

/** Since when the feed is in its state, and when the server was last heard of; in milliseconds. */
export type Connection = {
  readonly state: ConnectionState
  /** When it ceased to be live; undefined while it is, and while none is wanted. */
  readonly downSince: number | undefined
}

let connection: Connection = { state: 'idle', downSince: undefined }
let heardAt: number | undefined
const listeners = new Set<() => void>()

/** The state of the live feed: written by the feed's client, read by what claims to be live. */
export const connectionStore = {
  get: () => connection,
  set(state: ConnectionState) {
    if (state === connection.state) return
    const isDown = state === 'connecting' || state === 'offline'
    connection = { state, downSince: isDown ? (connection.downSince ?? Date.now()) : undefined }
    if (state === 'live') heardAt = Date.now()
    if (state === 'idle') heardAt = undefined
    for (const listener of listeners) listener()
  },
  /** A sign of life of the server came. Tells nobody: who shows it reads it when the connection is gone. */
  heard() {
    heardAt = Date.now()
  },
  heardAt: () => heardAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
