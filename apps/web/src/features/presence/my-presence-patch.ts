import type { EventOf } from '@muster/contract/feed.ts'
import type { MyPresence } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'

type Reading = EventOf<'presence.seen'>['seen'][number]

const isOlder = (at: string, mine: MyPresence) =>
  mine.lastSeen !== null && Date.parse(at) < Date.parse(mine.lastSeen)

/** Applies an entry or exit to the user's own presence; older events are ignored. */
export function myPresenceAfterChange(mine: MyPresence, event: EventOf<'presence.changed'>): MyPresence {
  const { at, entryTime, exitTime = at, durationMinutes, source, mock = false, visitId } = event
  if (isOlder(at, mine)) return mine
  const otherVisits = mine.recent.filter(visit => visit.id !== visitId)
  if (event.change === 'left') {
    const recentVisits = otherVisits.map(visit =>
      visit.exitTime === null ? { ...visit, exitTime, durationMinutes } : visit,
    )
    return {
      ...mine,
      presence: 'outside',
      lastSeen: at,
      insideSince: null,
      source,
      mock,
      recent: recentVisits,
    }
  }
  const openVisits =
    visitId !== null && entryTime !== null
      ? [{ id: visitId, entryTime, exitTime: null, durationMinutes: null }]
      : []
  const recentVisits = [...openVisits, ...otherVisits].slice(0, limits.historyShortLimit)
  return {
    ...mine,
    presence: 'inside',
    lastSeen: at,
    insideSince: entryTime,
    source,
    mock,
    recent: recentVisits,
  }
}

/** Applies readings without an entry or exit; older ones are ignored. */
export function myPresenceAfterSeen(
  mine: MyPresence,
  { at, inside, source, mock = false }: Reading,
): MyPresence {
  if (isOlder(at, mine)) return mine
  const presence = inside ? 'inside' : 'outside'
  return { ...mine, presence, lastSeen: at, source: source ?? mine.source, mock }
}
