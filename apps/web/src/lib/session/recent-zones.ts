const toStorageKey = (userId: string) => `muster.recent-zones.${userId}`
const maxRecentZones = 5

/** Ids of the zones a person last selected on this device, newest first, at most five. They outlive the session. */
export const recentZones = {
  of(userId: string): readonly string[] {
    try {
      const ids: unknown = JSON.parse(localStorage.getItem(toStorageKey(userId)) ?? '[]')
      return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
    } catch {
      return []
    }
  },
  add(userId: string, zoneId: string) {
    const ids = [zoneId, ...recentZones.of(userId).filter(id => id !== zoneId)]
    localStorage.setItem(toStorageKey(userId), JSON.stringify(ids.slice(0, maxRecentZones)))
  },
}
