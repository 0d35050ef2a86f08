import { deviceTokenKey } from './device-token.ts'

/** The local storage key of the opaque session token, as specified. */
export const sessionKey = 'muster.session'
/** Set if the last session ended unexpectedly; the login page in every tab says whether it expired or was revoked. */
export const endedUnexpectedlyKey = 'muster.ended'
/** The local storage key for the token of a session that is being signed out, so that no tab reports its end as unexpected. */
export const endingTokenKey = 'muster.leaving'

export type StoredSession = { token: string; expiresAt: string }

/** The storage of the session in this browser or phone. */
export type SessionBackend = { get(): string | null; set(text: string): void; remove(): void }

let currentSession: StoredSession | null | undefined
const browserBackend: SessionBackend = {
  get: () => localStorage.getItem(sessionKey),
  set: text => localStorage.setItem(sessionKey, text),
  remove: () => localStorage.removeItem(sessionKey),
}
let backend = browserBackend

/** The native app has a safer place than local storage. Call it before anything reads the session. */
export function setSessionBackend(next: SessionBackend = browserBackend) {
  backend = next
  currentSession = undefined
}

type Listener = () => void

const listeners = new Set<Listener>()
let wasEndedDeliberately = false

function parseSession(text: string | null): StoredSession | null {
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

let endingToken: string | undefined

function emit() {
  for (const listener of listeners) listener()
}

type SessionEnd = 'deliberate' | 'expired' | 'revoked'

function endSession(end: SessionEnd) {
  const isDeliberate = end === 'deliberate'
  currentSession = null
  wasEndedDeliberately = isDeliberate
  // Must precede the removal of the session: other tabs check this key when they notice the removal.
  if (isDeliberate) localStorage.removeItem(endedUnexpectedlyKey)
  else localStorage.setItem(endedUnexpectedlyKey, end)
  // Keep `endingTokenKey` until the next session, because another tab may learn only now, through its socket, that the session ended.
  backend.remove()
  emit()
}

/** All tabs share it through the `storage` event. The object returned by `get` keeps its identity until the session changes. */
export const sessionStore = {
  get(): StoredSession | null {
    if (currentSession === undefined) currentSession = parseSession(backend.get())
    return currentSession
  },
  set(session: StoredSession) {
    wasEndedDeliberately = false
    endingToken = undefined
    currentSession = { token: session.token, expiresAt: session.expiresAt }
    localStorage.removeItem(endedUnexpectedlyKey)
    localStorage.removeItem(endingTokenKey)
    backend.set(JSON.stringify(currentSession))
    emit()
  },
  /** Renewed by the server in the background. Ignores a session being signed out: a late response would make it readable again. */
  renew(token: string, expiresAt: string) {
    if (token === endingToken) return
    const session = this.get()
    if (session?.token === token && session.expiresAt !== expiresAt) this.set({ token, expiresAt })
  },
  /** Announces a sign-out or deletion, so that no tab takes the end as unexpected. Call the returned function if the attempt fails. */
  leave(): () => void {
    const token = this.get()?.token
    if (token) localStorage.setItem(endingTokenKey, token)
    return () => localStorage.removeItem(endingTokenKey)
  },
  /** Sign-out stops reads, which stay stopped even if the server cannot be reached. */
  endReading() {
    endingToken = this.get()?.token
  },
  mayReadWith: (token: string): boolean => token !== endingToken,
  clear() {
    endSession('deliberate')
  },
  /** Removes everything stored in this browser except the device token. */
  clearEverything() {
    const deviceToken = localStorage.getItem(deviceTokenKey)
    localStorage.clear()
    sessionStorage.clear()
    if (deviceToken) localStorage.setItem(deviceTokenKey, deviceToken)
    endSession('deliberate')
  },
  /** Does nothing if there is a newer session, because a late 401 must not end that one. */
  expire(token: string) {
    const session = this.get()
    if (session?.token !== token) return
    if (localStorage.getItem(endingTokenKey) === token) endSession('deliberate')
    // The server refuses expired and revoked tokens alike, so the expiry tells them apart.
    else endSession(Date.parse(session.expiresAt) > Date.now() ? 'revoked' : 'expired')
  },
  /** True if the person signed out of the last session deliberately, so they need not return to where they were. */
  endedOnPurpose: () => wasEndedDeliberately,
  /** True if the last session ended unexpectedly; the login page says so. */
  endedBySurprise: () => localStorage.getItem(endedUnexpectedlyKey) !== null,
  /** True if the last session ended before its expiry, because it was revoked or the account was suspended or deleted. */
  endedByRevocation: () => localStorage.getItem(endedUnexpectedlyKey) === 'revoked',
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

window.addEventListener('storage', event => {
  // `key` is null if another tab cleared all of local storage.
  if (event.key !== sessionKey && event.key !== null) return
  const next = parseSession(backend.get())
  if (next?.token === sessionStore.get()?.token && next?.expiresAt === sessionStore.get()?.expiresAt) return
  currentSession = next
  wasEndedDeliberately = next === null && localStorage.getItem(endedUnexpectedlyKey) === null
  emit()
})
