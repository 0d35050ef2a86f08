const keyOf = (userId: string) => `muster.recent-zones.${userId}`
const most = 5

/** The ids of the zones a person selected last on this device, newest first, five at most. They outlive the session. */
export const recentZones = {
  of(userId: string): readonly string[] {
    try {
      const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
      return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
    } catch {
      return []
    }
  },
  add(userId: string, zoneId: string) {
    const ids = [zoneId, ...recentZones.of(userId).filter(id => id !== zoneId)]
    localStorage.setItem(keyOf(userId), JSON.stringify(ids.slice(0, most)))
  },
}
