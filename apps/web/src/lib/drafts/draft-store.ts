import { limits } from '@muster/domain/limits.ts'
import { sessionStore } from '../session-store.ts'
import { clearDraftFiles, expireDraftFiles } from './draft-files-store.ts'

const keyPrefix = 'muster.draft.'
/** Forms with this prefix hold work that is done and waits, which stays for its owner for a day when a session ends or is revoked. */
export const pendingDraftPrefix = 'pending-'
const isPending = (key: string) => key.startsWith(`${keyPrefix}${pendingDraftPrefix}`)

/** Retention of a draft that is never sent, in milliseconds. */
const retentionMs = 30 * 24 * 60 * 60 * 1_000

export type Draft = Record<string, unknown>

/** The owner of drafts typed before signing in. */
export const guestOwner = 'guest'

export const toDraftKey = (form: string, owner: string) => `${keyPrefix}${form}.${owner}`

/**
 * Opens a draft: text typed into a form but not sent yet. It is kept on this device, so that an error, Back, a reload or a lost
 * connection loses nothing. `owner` is the person's id, so that the next person who uses this browser does not see the text. Never
 * use it for secrets. A draft is deleted when it is sent, after a month, when the person signs out, when somebody else signs in, or
 * when the session is revoked, but not when the session expires. Pending work is deleted only after a day. `isTabOnly`: the draft does not outlive this tab, for data that is
 * not stored on a device.
 */
export function openDraft<Fields extends Draft>(
  form: string,
  owner: string,
  isTabOnly = owner === guestOwner,
) {
  const key = toDraftKey(form, owner)
  const storage = isTabOnly ? sessionStorage : localStorage
  return {
    /** Returns the stored values of these fields. Missing and unreadable fields keep their given values. */
    load(empty: Fields): Fields {
      return { ...empty, ...readFields(storage, key, empty) }
    },
    /** Returns only the values that are stored. */
    loadStored(fields: Fields): Partial<Fields> {
      return readFields(storage, key, fields)
    },
    save(draft: Partial<Fields>) {
      if (Object.keys(draft).length === 0) return storage.removeItem(key)
      try {
        storage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
      } catch {
        // The browser's storage is full: the form still works, but its text would not survive a reload.
      }
    },
    forget() {
      storage.removeItem(key)
    },
  }
}

function readFields<Fields extends Draft>(storage: Storage, key: string, fields: Fields): Partial<Fields> {
  const knownFields = Object.entries(readDraft(storage, key)).filter(
    ([field, value]) => field in fields && isSameKind(fields[field], value),
  )
  return Object.fromEntries(knownFields) as Partial<Fields>
}

/** Returns the stored draft. An unreadable draft is treated as missing. */
function readDraft(storage: Storage, key: string): Draft {
  try {
    const storedDraft: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return typeof storedDraft === 'object' && storedDraft !== null ? (storedDraft as Draft) : {}
  } catch {
    return {}
  }
}

/** True if both are lists, both are objects, or neither is: an older version of the app may have stored another kind of value. */
function isSameKind(example: unknown, value: unknown): boolean {
  const toKind = (it: unknown) =>
    Array.isArray(it) ? 'list' : typeof it === 'object' && it ? 'object' : 'plain'
  return toKind(example) === toKind(value)
}

const listKeys = (storage: Storage) => Object.keys(storage).filter(key => key.startsWith(keyPrefix))

/** Deletes the drafts whose key passes, with their files. */
function clearDrafts(isCleared: (key: string) => boolean) {
  for (const storage of [localStorage, sessionStorage])
    for (const key of listKeys(storage)) if (isCleared(key) && !isPending(key)) storage.removeItem(key)
  void clearDraftFiles(isCleared)
}

const belongsTo = (key: string, owner: string) => key.endsWith(`.${owner}`)

export function expireDrafts(now = Date.now()) {
  const isExpired = (savedAt: unknown, lifetimeMs: number) =>
    typeof savedAt !== 'number' || now - savedAt > lifetimeMs
  for (const key of listKeys(localStorage)) {
    const lifetimeMs = isPending(key) ? limits.heldTickMs : retentionMs
    if (isExpired(readDraft(localStorage, key).savedAt, lifetimeMs)) localStorage.removeItem(key)
  }
  void expireDraftFiles(now - retentionMs)
}

/** The signed-in person, or the last one. */
let latestOwner: string | undefined

/** Deletes the drafts of everybody else, because `owner` has signed in on this device. */
export function deleteDraftsByOthers(owner: string) {
  latestOwner = owner
  clearDrafts(key => !belongsTo(key, owner) && !belongsTo(key, guestOwner))
}

/** Signing out deletes the person's drafts; a revoked session (a lost device) deletes all. Returns a function that stops it. */
export function clearDraftsOnSignOut(): () => void {
  let wasSignedIn = sessionStore.get() !== null
  return sessionStore.subscribe(() => {
    const isSignedIn = sessionStore.get() !== null
    if (wasSignedIn && !isSignedIn) {
      const owner = latestOwner
      if (sessionStore.endedByRevocation() || (sessionStore.endedOnPurpose() && !owner))
        clearDrafts(() => true)
      else if (owner && sessionStore.endedOnPurpose())
        clearDrafts(key => belongsTo(key, owner) || belongsTo(key, guestOwner))
    }
    wasSignedIn = isSignedIn
  })
}
