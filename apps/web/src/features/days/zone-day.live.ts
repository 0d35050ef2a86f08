import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import type { Topic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import type { Pages } from '../../lib/use-pages.ts'
import { findRowInPages, mapRows, patchPages, removeRows, upsertRow } from '../../live/patch-pages.ts'

type DayInput = { zoneId: string; from: string; to: string }
type DayList = Pages<ZoneDayVisit>

/** Returns the query key that matches every day of a zone or, without `zoneId`, of all zones. */
const dayKey = (zoneId?: string) => orpc.presence.zoneDay.key(zoneId ? { input: { zoneId } } : {})

export function applyZoneDay(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  const patchDays = (
    zoneId: string | undefined,
    change: (list: DayList, input: DayInput) => DayList | undefined,
  ) => patchPages<ZoneDayVisit, DayInput>(client, dayKey(zoneId), change)
  switch (event.kind) {
    case 'presence.changed':
      return patchDays(event.zoneId, (list, input) =>
        event.change === 'entered' ? applyEntry(list, input, event) : applyExit(list, input, event),
      )
    case 'presence.seen':
      return patchDays(event.zoneId, list => applySeen(list, event))
    case 'presence.consent':
      // Withdrawing consent ends the visit of a person inside.
      return event.was === 'inside' ? [dayKey(event.zoneId)] : []
    case 'presence.amended':
    // The day also shows the planned shifts.
    case 'shifts.changed':
    // The earlier visits of a returning member become visible again.
    case 'membership.accepted':
      return [dayKey(event.zoneId)]
    case 'membership.removed':
      if (event.userId === me) {
        // Data the reader may no longer see is removed from the cache.
        client.removeQueries({ queryKey: dayKey(event.zoneId) })
        return []
      }
      return patchDays(event.zoneId, list => removeRows(list, row => row.userId === event.userId))
    case 'membership.changed':
      return patchDays(event.zoneId, list =>
        mapRows(list, row =>
          row.userId !== event.userId || isInternalAdmin(row.role) || row.role === event.role
            ? row
            : { ...row, role: event.role },
        ),
      )
    case 'user.changed': {
      const name = `${event.person.firstName} ${event.person.lastName}`.trim()
      return patchDays(undefined, list =>
        mapRows(list, row => (row.userId === event.userId && row.name !== name ? { ...row, name } : row)),
      )
    }
    default:
      return []
  }
}

type PresenceChanged = EventOf<'presence.changed'>

const toMs = (instant: string) => Date.parse(instant)
const listOptions = {
  isSame: (a: ZoneDayVisit, b: ZoneDayVisit) => a.id === b.id,
  /** Sorts by start, as the server does. */
  order: (a: ZoneDayVisit, b: ZoneDayVisit) =>
    toMs(a.entryTime) - toMs(b.entryTime) || (a.id < b.id ? -1 : Number(a.id > b.id)),
}

/** Adds an arrival to the day's visits. Returns undefined if the event does not contain enough to add the visit. */
function applyEntry(list: DayList, { to }: DayInput, event: PresenceChanged): DayList | undefined {
  const { userId, name, role, at, entryTime, source, mock = false, visitId } = event
  if (entryTime !== null && toMs(entryTime) >= toMs(to)) return list
  if (findRowInPages(list, row => row.id === visitId)) return list
  if (name === null || role === null || entryTime === null || visitId === null) return undefined
  return upsertRow(
    list,
    { id: visitId, userId, name, role, entryTime, exitTime: null, lastSeen: at, source, mock },
    listOptions,
  )
}

/** Applies a departure to the day's visits. Returns undefined if the visit should be listed but is not. */
function applyExit(list: DayList, { from, to }: DayInput, event: PresenceChanged): DayList | undefined {
  const { userId, exitTime: at = event.at, mock = false } = event
  const isTheirs = (row: ZoneDayVisit) => row.userId === userId
  if (findRowInPages(list, row => isTheirs(row) && row.exitTime !== null && toMs(row.exitTime) >= toMs(at)))
    return list
  const openVisit = findRowInPages(
    list,
    row => isTheirs(row) && row.exitTime === null && toMs(row.entryTime) <= toMs(at),
  )
  if (openVisit) {
    // The late event shows that the person left before the day began.
    if (toMs(at) <= toMs(from) && toMs(openVisit.entryTime) < toMs(from))
      return removeRows(list, row => row === openVisit)
    return mapRows(list, row =>
      row === openVisit ? { ...openVisit, exitTime: at, lastSeen: null, mock: openVisit.mock || mock } : row,
    )
  }
  const hasMorePages = list.pages.at(-1)?.next !== null
  return hasMorePages || toMs(at) <= toMs(from) || toMs(at) >= toMs(to) ? list : undefined
}

/** Extends the open visits of people who were seen again. */
function applySeen(list: DayList, { seen }: EventOf<'presence.seen'>): DayList {
  const seenAtByUser = new Map(seen.map(({ userId, at }) => [userId, at]))
  return mapRows(list, row => {
    const at = row.exitTime === null ? seenAtByUser.get(row.userId) : undefined
    return at !== undefined && toMs(at) > toMs(row.lastSeen ?? row.entryTime) ? { ...row, lastSeen: at } : row
  })
}

export function zoneDayTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'zone' ? [dayKey(topic.id)] : []
}
