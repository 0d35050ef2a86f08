import { v7 as uuidV7 } from 'uuid'

/** The local storage key whose value changes with every zone entry, so that the other tabs receive a `storage` event. */
export const entryKey = 'muster.entry'

/** Tells the other tabs about zone entries, because entering a zone by PIN applies to the whole session. */
export const entryNews = {
  /** Notifies the other tabs that a zone was entered here. */
  publish() {
    localStorage.setItem(entryKey, uuidV7())
  },
  /** Calls the listener when a zone was entered in another tab. */
  subscribe(listener: () => void) {
    const handleStorage = ({ key, newValue }: StorageEvent) => {
      if (key === entryKey && newValue !== null) listener()
    }
    window.addEventListener('storage', handleStorage)
    return () => window.removeEventListener('storage', handleStorage)
  },
}
