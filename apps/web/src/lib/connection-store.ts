/** `idle`: no feed is wanted (signed out). The others say whether what one sees is live. */
export type ConnectionState = 'idle' | 'live' | 'connecting' | 'offline'

let state: ConnectionState = 'idle'
const listeners = new Set<() => void>()

/** The state of the live feed: written by the feed's client, read by the header. */
export const connectionStore = {
  get: () => state,
  set(next: ConnectionState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
