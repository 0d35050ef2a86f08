import type { EventOf } from '@muster/contract/feed.ts'
import type { PresencePanel, Visit } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { patchRows } from '../../live/patch-query.ts'

type PresenceChanged = EventOf<'presence.changed'>

const toMs = (instant: string) => Date.parse(instant)

/** Returns the same panel if the event is included or outdated, and undefined if the panel has to be refetched. Counts have events of their own. */
export function panelAfterChange(panel: PresencePanel, event: PresenceChanged): PresencePanel | undefined {
  return event.change === 'entered' ? applyEntry(panel, event) : applyExit(panel, event)
}

function applyEntry(panel: PresencePanel, event: PresenceChanged): PresencePanel | undefined {
  const { userId, name, role, at, entryTime, source, mock = false, visitId } = event
  if (panel.history.some(visit => visit.id === visitId)) return panel
  const earlierExit = panel.recentlyLeft.find(person => person.userId === userId)
  if (earlierExit && toMs(earlierExit.at) > toMs(at)) return panel
  if (name === null || role === null || entryTime === null || visitId === null) return undefined
  // Somebody who left earlier moves up in the list, and only the server knows who.
  if (earlierExit && panel.recentlyLeft.length >= limits.recentlyLeftLimit) return undefined
  const visit = {
    id: visitId,
    userId,
    userName: name,
    role,
    entryTime,
    exitTime: null,
    lastSeen: at,
    durationMinutes: null,
    source,
    mock,
  }
  return {
    ...panel,
    recentlyLeft: panel.recentlyLeft.filter(it => it.userId !== userId),
    history: [visit, ...panel.history]
      .sort((a, b) => toMs(b.entryTime) - toMs(a.entryTime) || compareText(b.id, a.id))
      .slice(0, limits.historyLimit),
  }
}

function applyExit(panel: PresencePanel, event: PresenceChanged): PresencePanel | undefined {
  const { userId, name, role, exitTime: at = event.at, durationMinutes, mock = false } = event
  const earlierExit = panel.recentlyLeft.find(person => person.userId === userId)
  if (earlierExit && toMs(earlierExit.at) >= toMs(at)) return panel
  const isOpen = (visit: Visit) => visit.userId === userId && visit.exitTime === null
  // The person has returned since, so the exit is outdated.
  if (panel.history.some(visit => isOpen(visit) && toMs(visit.entryTime) > toMs(at))) return panel
  if (name === null || role === null) return undefined
  return {
    ...panel,
    recentlyLeft: [{ userId, name, role, at }, ...panel.recentlyLeft.filter(it => it.userId !== userId)]
      .sort((a, b) => toMs(b.at) - toMs(a.at) || compareText(a.userId, b.userId))
      .slice(0, limits.recentlyLeftLimit),
    history: patchRows(panel.history, visit =>
      isOpen(visit)
        ? { ...visit, exitTime: at, lastSeen: null, durationMinutes, mock: visit.mock || mock }
        : visit,
    ),
  }
}

/** Updates the last-seen times in the open visits of people who were seen again. */
export function panelAfterSeen(panel: PresencePanel, event: EventOf<'presence.seen'>): PresencePanel {
  const history = patchRows(panel.history, createVisitUpdater(event))
  return history === panel.history ? panel : { ...panel, history }
}

type OpenVisit = {
  readonly entryTime: string
  readonly exitTime: string | null
  readonly lastSeen: string | null
}

/** Applies a reading to an open visit; older readings are ignored. */
export function applyReading<V extends OpenVisit>(visit: V, at: string | undefined): V {
  if (at === undefined || visit.exitTime !== null) return visit
  return toMs(at) > toMs(visit.lastSeen ?? visit.entryTime) ? { ...visit, lastSeen: at } : visit
}

const createVisitUpdater = ({ seen }: EventOf<'presence.seen'>) => {
  const seenAtByUser = new Map(seen.map(({ userId, at }) => [userId, at]))
  return (visit: Visit) => applyReading(visit, seenAtByUser.get(visit.userId))
}

export const panelAfterCount = (
  panel: PresencePanel,
  counts: Partial<Pick<PresencePanel, 'inside' | 'parts' | 'unseen' | 'unseenByBadge'>>,
): PresencePanel => ({ ...panel, ...counts })

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Applies `change` to a person's rows; returns the same panel if there are none. */
function updatePersonRows(
  panel: PresencePanel,
  userId: string,
  change: <Row extends { role: Role }>(row: Row, withName: (name: string) => Row) => Row,
): PresencePanel {
  const updateRow = <Row extends { userId: string; name: string; role: Role }>(row: Row): Row =>
    row.userId === userId ? change(row, name => (row.name === name ? row : { ...row, name })) : row
  const recentlyLeft = patchRows(panel.recentlyLeft, updateRow)
  const history = patchRows(panel.history, visit =>
    visit.userId === userId
      ? change(visit, userName => (visit.userName === userName ? visit : { ...visit, userName }))
      : visit,
  )
  const isUnchanged = recentlyLeft === panel.recentlyLeft && history === panel.history
  return isUnchanged ? panel : { ...panel, recentlyLeft, history }
}

export const panelAfterProfile = (
  panel: PresencePanel,
  { userId, person: { firstName, lastName } }: EventOf<'user.changed'>,
): PresencePanel =>
  updatePersonRows(panel, userId, (_, withName) => withName(`${firstName} ${lastName}`.trim()))

/** Applies a person's changed role in the zone. Internal admins have the same role everywhere, so theirs does not change. */
export const panelAfterRole = (
  panel: PresencePanel,
  { userId, role }: EventOf<'membership.changed'>,
): PresencePanel =>
  updatePersonRows(panel, userId, row =>
    isInternalAdmin(row.role) || row.role === role ? row : { ...row, role },
  )

/** Returns undefined if they are among the last exits or visits, because only the server knows who moves up. */
export function panelWithoutPerson(
  panel: PresencePanel,
  { userId }: EventOf<'membership.removed'>,
): PresencePanel | undefined {
  const isTheirs = (row: { userId: string }) => row.userId === userId
  return panel.recentlyLeft.some(isTheirs) || panel.history.some(isTheirs) ? undefined : panel
}
