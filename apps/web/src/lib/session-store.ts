/** Where the opaque session token is kept (local storage, as specified). */
export const sessionKey = 'muster.session'

export type StoredSession = { token: string; expiresAt: string }

type Listener = () => void

const listeners = new Set<Listener>()
let current: StoredSession | null | undefined
let onPurpose = false

function parse(text: string | null): StoredSession | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { token, expiresAt } = value as Record<string, unknown>
    if (typeof token !== 'string' || token === '' || typeof expiresAt !== 'string') return null
    return { token, expiresAt }
  } catch {
    return null
  }
}

function emit() {
  for (const listener of listeners) listener()
}

function end(byPerson: boolean) {
  current = null
  onPurpose = byPerson
  localStorage.removeItem(sessionKey)
  emit()
}

/**
 * The session of this browser. Every tab sees the same one: signing out in one tab reaches the others through the
 * `storage` event. The object returned by `get` is stable until the session changes.
 */
export const sessionStore = {
  get(): StoredSession | null {
    if (current === undefined) current = parse(localStorage.getItem(sessionKey))
    return current
  },
  /** Keeps a new or renewed session. */
  set(session: StoredSession) {
    onPurpose = false
    current = { token: session.token, expiresAt: session.expiresAt }
    localStorage.setItem(sessionKey, JSON.stringify(current))
    emit()
  },
  /** The person signed out: forgets the session. */
  clear() {
    end(true)
  },
  /** The server no longer knows `token`. Does nothing when a newer session is kept: a late 401 must not end that. */
  expire(token: string) {
    if (this.get()?.token === token) end(false)
  },
  /** Whether the last session ended by signing out; then nobody wants to be led back to where they were. */
  endedOnPurpose: () => onPurpose,
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

window.addEventListener('storage', event => {
  // `key` is null when another tab cleared the whole storage.
  if (event.key !== sessionKey && event.key !== null) return
  const next = parse(localStorage.getItem(sessionKey))
  if (next?.token === sessionStore.get()?.token && next?.expiresAt === sessionStore.get()?.expiresAt) return
  current = next
  onPurpose = next === null
  emit()
})
