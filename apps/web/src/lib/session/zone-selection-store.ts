import { sessionStore } from '../session-store.ts'
import { recentZones } from './recent-zones.ts'

const keyPrefix = 'muster.zone.'
const listeners = new Set<() => void>()

function emit() {
  for (const listener of listeners) listener()
}

/** Per user, for this tab. A new tab starts with the zone last chosen in any tab (local storage). */
export const zoneSelectionStore = {
  get: (userId: string): string | null =>
    sessionStorage.getItem(keyPrefix + userId) ?? localStorage.getItem(keyPrefix + userId),
  set(userId: string, zoneId: string) {
    sessionStorage.setItem(keyPrefix + userId, zoneId)
    localStorage.setItem(keyPrefix + userId, zoneId)
    recentZones.add(userId, zoneId)
    emit()
  },
  /** Records that the user works in no particular zone. */
  unset(userId: string) {
    sessionStorage.removeItem(keyPrefix + userId)
    localStorage.removeItem(keyPrefix + userId)
    emit()
  },
  clear() {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(keyPrefix)) storage.removeItem(key)
      }
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
  // The session ended, here or in another tab, so the next user chooses again.
  if (token !== undefined && next !== token) zoneSelectionStore.clear()
  token = next
})
