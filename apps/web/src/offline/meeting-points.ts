/** The meeting points of the zone in which somebody worked last. Visitors see them too, so they stay on the device after signing out. */
export type KeptMeetingPoints = { zoneName: string; points: { name: string; lat: number; lng: number }[] }

const key = 'muster.meeting-points'

export const storedMeetingPoints = {
  get(): KeptMeetingPoints | undefined {
    try {
      const text = localStorage.getItem(key)
      return text === null ? undefined : (JSON.parse(text) as KeptMeetingPoints)
    } catch {
      return undefined
    }
  },
  /** Replaces what is stored; without points, nothing is. */
  set({ zoneName, points }: KeptMeetingPoints) {
    try {
      if (points.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify({ zoneName, points }))
    } catch {
      // A full or forbidden storage: the page still shows them while it is open.
    }
  },
}
