import { sessionStore } from '../session-store.ts'

const keyPrefix = 'muster.draft.'

type Primitive = string | number | boolean | null | undefined
export type Draft = Record<string, Primitive>

/** The owner of drafts typed before signing in. */
export const guestOwner = 'guest'

const isPrimitive = (value: unknown): value is Primitive => value === null || typeof value !== 'object'

/**
 * Opens a draft: text typed into a form but not sent yet. It is kept in this tab (session storage), so that an error, a reload or a
 * lost connection loses nothing. `owner` is the person's id, so that the next person who uses this browser does not see the text.
 * Never use it for secrets. A draft is deleted when it is sent or the person signs out, but not when the session expires.
 */
export function openDraft<Fields extends Draft>(form: string, owner: string) {
  const key = `${keyPrefix}${form}.${owner}`
  return {
    /** Returns the stored values of these fields. Missing and unreadable fields keep their given values. */
    load(empty: Fields): Fields {
      return { ...empty, ...readFields(key, empty) }
    },
    /** Returns only the values that are stored. */
    loadStored(fields: Fields): Partial<Fields> {
      return readFields(key, fields)
    },
    save(draft: Partial<Fields>) {
      if (Object.keys(draft).length === 0) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(draft))
    },
    forget() {
      sessionStorage.removeItem(key)
    },
  }
}

function readFields<Fields extends Draft>(key: string, fields: Fields): Partial<Fields> {
  try {
    const storedFields: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof storedFields !== 'object' || storedFields === null) return {}
    const knownFields = Object.entries(storedFields).filter(
      ([field, value]) => field in fields && isPrimitive(value),
    )
    return Object.fromEntries(knownFields) as Partial<Fields>
  } catch {
    // An unreadable draft is treated as missing.
    return {}
  }
}

function clearDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyPrefix)) sessionStorage.removeItem(key)
}

let wasSignedIn = sessionStore.get() !== null
sessionStore.subscribe(() => {
  const isSignedIn = sessionStore.get() !== null
  if (wasSignedIn && !isSignedIn && sessionStore.endedOnPurpose()) clearDrafts()
  wasSignedIn = isSignedIn
})
