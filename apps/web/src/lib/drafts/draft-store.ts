import { sessionStore } from '../session-store.ts'

const prefix = 'muster.draft.'

type Plain = string | number | boolean | null | undefined
export type Draft = Record<string, Plain>

/** The owner of drafts typed before signing in. */
export const guest = 'guest'

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

/**
 * Drafts: text typed into a form and not sent yet, in this tab (session storage), so that an error, a reload or a lost connection
 * loses nothing. `who` is the person's id, so that the next person at this browser sees nothing. Never use it for secrets. A draft
 * is deleted when it is sent, and when the person signs out; not when their session expires.
 */
export function openDraft<Fields extends Draft>(form: string, who: string) {
  const key = `${prefix}${form}.${who}`
  return {
    /** The stored values of these fields; missing and unreadable ones keep the given values. */
    load(empty: Fields): Fields {
      return { ...empty, ...readFields(key, empty) }
    },
    /** Only the stored values. */
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
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const knownFields = Object.entries(stored).filter(([field, value]) => field in fields && isPlain(value))
    return Object.fromEntries(knownFields) as Partial<Fields>
  } catch {
    // An unreadable draft counts as none.
    return {}
  }
}

function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

let wasSignedIn = sessionStore.get() !== null
sessionStore.subscribe(() => {
  const isSignedIn = sessionStore.get() !== null
  if (wasSignedIn && !isSignedIn && sessionStore.endedOnPurpose()) forgetDrafts()
  wasSignedIn = isSignedIn
})
