import type { MyPresence } from '@muster/contract/presence.ts'

export type Activity = { id: string; kind: 'Entered' | 'Exited'; at: string; durationMinutes: number | null }

export function recentActivity(visits: MyPresence['recent'], limit: number): Activity[] {
  const activities = visits.flatMap(({ id, entryTime, exitTime, durationMinutes }): Activity[] => {
    const entry: Activity = { id: `${id}-in`, kind: 'Entered', at: entryTime, durationMinutes: null }
    return exitTime === null
      ? [entry]
      : [entry, { id: `${id}-out`, kind: 'Exited', at: exitTime, durationMinutes }]
  })
  return activities.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, limit)
}
