import { v7 as uuidV7 } from 'uuid'

/** Changes with every entry, so that the other tabs hear of it through the `storage` event. */
export const entryKey = 'muster.entry'

/** Entering a zone by PIN counts for the session, and so for all its tabs. */
export const entryNews = {
  /** Tells the other tabs that a zone was entered here. */
  tell() {
    localStorage.setItem(entryKey, uuidV7())
  },
  /** Calls when a zone was entered in another tab. */
  subscribe(listener: () => void) {
    const heed = ({ key, newValue }: StorageEvent) => {
      if (key === entryKey && newValue !== null) listener()
    }
    window.addEventListener('storage', heed)
    return () => window.removeEventListener('storage', heed)
  },
}
