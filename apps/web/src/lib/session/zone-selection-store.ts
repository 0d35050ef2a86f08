import { sessionStore } from '../session-store.ts'

const prefix = 'muster.zone.'
const listeners = new Set<() => void>()

function emit() {
  for (const listener of listeners) listener()
}

/** Which zone a user works in, for this tab (session storage), each user apart. */
export const zoneSelectionStore = {
  get: (userId: string): string | null => sessionStorage.getItem(prefix + userId),
  set(userId: string, zoneId: string) {
    sessionStorage.setItem(prefix + userId, zoneId)
    emit()
  },
  /** Forgets the choice of every user of this tab. */
  clear() {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
    emit()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

let token = sessionStore.get()?.token
sessionStore.subscribe(() => {
  const next = sessionStore.get()?.token
  // The session ended here or in another tab, by whomever: the next one chooses anew.
  if (token !== undefined && next !== token) zoneSelectionStore.clear()
  token = next
})
