import { deviceKey } from './device-token.ts'

/** Where the opaque session token is kept (local storage, as specified). */
export const sessionKey = 'muster.session'
/** Set while the last session ended without the person's doing; every tab then says so on the login page. */
export const endedKey = 'muster.ended'
/** Holds the token that a sign-out on purpose is under way for, so that no tab takes its end for a surprise. */
export const leavingKey = 'muster.leaving'

export type StoredSession = { token: string; expiresAt: string }

/** Where the session is kept in this browser or phone. */
export type SessionPlace = { get(): string | null; set(text: string): void; remove(): void }

let current: StoredSession | null | undefined
const inBrowser: SessionPlace = {
  get: () => localStorage.getItem(sessionKey),
  set: text => localStorage.setItem(sessionKey, text),
  remove: () => localStorage.removeItem(sessionKey),
}
let place = inBrowser

/** Keeps the session elsewhere than in local storage: the native app has a safer place. Before anything reads it. */
export function keepSessionIn(other: SessionPlace = inBrowser) {
  place = other
  current = undefined
}

type Listener = () => void

const listeners = new Set<Listener>()
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

/** The token of the session that is being signed out. */
let unread: string | undefined

function emit() {
  for (const listener of listeners) listener()
}

function end(byPerson: boolean) {
  current = null
  onPurpose = byPerson
  // Before the session itself: other tabs look at it when they hear that the session is gone.
  if (byPerson) localStorage.removeItem(endedKey)
  else localStorage.setItem(endedKey, '1')
  // `leavingKey` stays until the next session: a tab that hears of the end on its socket only now must still find it.
  place.remove()
  emit()
}

/**
 * The session of this browser. Every tab sees the same one: signing out in one tab reaches the others through the
 * `storage` event. The object returned by `get` is stable until the session changes.
 */
export const sessionStore = {
  get(): StoredSession | null {
    if (current === undefined) current = parse(place.get())
    return current
  },
  /** Keeps a new or renewed session. */
  set(session: StoredSession) {
    onPurpose = false
    unread = undefined
    current = { token: session.token, expiresAt: session.expiresAt }
    localStorage.removeItem(endedKey)
    localStorage.removeItem(leavingKey)
    place.set(JSON.stringify(current))
    emit()
  },
  /**
   * The server moved the end of the session of `token`: renewed without anybody noticing. Not one that is being signed out, which
   * a late answer would open for reading again.
   */
  renew(token: string, expiresAt: string) {
    if (token === unread) return
    const session = this.get()
    if (session?.token === token && session.expiresAt !== expiresAt) this.set({ token, expiresAt })
  },
  /**
   * The person is about to end this session (signs out, deletes the account): its end, which may be heard of on the
   * socket first, is no surprise in any tab. The answer takes that back, for when it failed.
   */
  leave(): () => void {
    const token = this.get()?.token
    if (token) localStorage.setItem(leavingKey, token)
    return () => localStorage.removeItem(leavingKey)
  },
  /**
   * From now on nothing is read with this session in this tab: it is being signed out, which ends it whether or not the server
   * can be told.
   */
  endReading() {
    unread = this.get()?.token
  },
  mayReadWith: (token: string): boolean => token !== unread,
  /** The person signed out: forgets the session. */
  clear() {
    end(true)
  },
  /** Forgets everything kept in this browser, but that it is a known device. */
  clearEverything() {
    const device = localStorage.getItem(deviceKey)
    localStorage.clear()
    sessionStorage.clear()
    if (device) localStorage.setItem(deviceKey, device)
    end(true)
  },
  /** The server no longer knows `token`. Does nothing when a newer session is kept: a late 401 must not end that. */
  expire(token: string) {
    if (this.get()?.token === token) end(localStorage.getItem(leavingKey) === token)
  },
  /** Whether the last session ended by signing out; then nobody wants to be led back to where they were. */
  endedOnPurpose: () => onPurpose,
  /** Whether the last session was ended by somebody or something else: the login page says so. */
  endedBySurprise: () => localStorage.getItem(endedKey) !== null,
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
  const next = parse(place.get())
  if (next?.token === sessionStore.get()?.token && next?.expiresAt === sessionStore.get()?.expiresAt) return
  current = next
  onPurpose = next === null && localStorage.getItem(endedKey) === null
  emit()
})
