import type { EventOf } from '@muster/contract/feed.ts'
import type { PresencePanel, Visit } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { patchRows } from '../../live/patch-query.ts'

type Changed = EventOf<'presence.changed'>

const ms = (instant: string) => Date.parse(instant)

/**
 * The panel after somebody came or left, exactly as the server would answer it; the same one when it knows of this already,
 * undefined when the event alone does not tell.
 */
export function panelAfterChange(panel: PresencePanel, event: Changed): PresencePanel | undefined {
  return event.change === 'entered' ? afterEntered(panel, event) : afterLeft(panel, event)
}

function afterEntered(panel: PresencePanel, event: Changed): PresencePanel | undefined {
  const { userId, name, role, at, entryTime, source, mock = false, visitId } = event
  if (panel.history.some(visit => visit.id === visitId)) return panel
  const leftBefore = panel.recentlyLeft.find(person => person.userId === userId)
  if (leftBefore && ms(leftBefore.at) > ms(at)) return panel
  if (name === null || role === null || entryTime === null || visitId === null) return undefined
  // One more of those who left before moves up, and only the server knows who.
  if (leftBefore && panel.recentlyLeft.length >= limits.recentlyLeftLimit) return undefined
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
      .sort((a, b) => ms(b.entryTime) - ms(a.entryTime) || compare(b.id, a.id))
      .slice(0, limits.historyLimit),
  }
}

function afterLeft(panel: PresencePanel, event: Changed): PresencePanel | undefined {
  const { userId, name, role, exitTime: at = event.at, durationMinutes, mock = false } = event
  const leftBefore = panel.recentlyLeft.find(person => person.userId === userId)
  if (leftBefore && ms(leftBefore.at) >= ms(at)) return panel
  const isOpen = (visit: Visit) => visit.userId === userId && visit.exitTime === null
  // They came back since.
  if (panel.history.some(visit => isOpen(visit) && ms(visit.entryTime) > ms(at))) return panel
  if (name === null || role === null) return undefined
  return {
    ...panel,
    recentlyLeft: [{ userId, name, role, at }, ...panel.recentlyLeft.filter(it => it.userId !== userId)]
      .sort((a, b) => ms(b.at) - ms(a.at) || compare(a.userId, b.userId))
      .slice(0, limits.recentlyLeftLimit),
    history: patchRows(panel.history, visit =>
      isOpen(visit)
        ? { ...visit, exitTime: at, lastSeen: null, durationMinutes, mock: visit.mock || mock }
        : visit,
    ),
  }
}

/** The panel after some people were seen again: their open visits reach further. */
export function panelAfterSeen(panel: PresencePanel, event: EventOf<'presence.seen'>): PresencePanel {
  const history = patchRows(panel.history, visitAfterSeen(event))
  return history === panel.history ? panel : { ...panel, history }
}

type OpenVisit = {
  readonly entryTime: string
  readonly exitTime: string | null
  readonly lastSeen: string | null
}

/** An open visit after a reading of its person; never back in time. */
export function afterReading<V extends OpenVisit>(visit: V, at: string | undefined): V {
  if (at === undefined || visit.exitTime !== null) return visit
  return ms(at) > ms(visit.lastSeen ?? visit.entryTime) ? { ...visit, lastSeen: at } : visit
}

const visitAfterSeen = ({ seen }: EventOf<'presence.seen'>) => {
  const seenAt = new Map(seen.map(({ userId, at }) => [userId, at]))
  return (visit: Visit) => afterReading(visit, seenAt.get(visit.userId))
}

/** The panel with the counts of the zone. */
export function panelAfterCount(
  panel: PresencePanel,
  counts: Partial<Pick<PresencePanel, 'inside' | 'unseen'>>,
): PresencePanel {
  const next = { ...panel, ...counts }
  return next.inside === panel.inside && next.unseen === panel.unseen ? panel : next
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The panel with somebody's rows as `change` says; the same one where they have none. */
function withPerson(
  panel: PresencePanel,
  userId: string,
  change: <Row extends { role: Role }>(row: Row, named: (name: string) => Row) => Row,
): PresencePanel {
  const person = <Row extends { userId: string; name: string; role: Role }>(row: Row): Row =>
    row.userId === userId ? change(row, name => (row.name === name ? row : { ...row, name })) : row
  const recentlyLeft = patchRows(panel.recentlyLeft, person)
  const history = patchRows(panel.history, visit =>
    visit.userId === userId
      ? change(visit, userName => (visit.userName === userName ? visit : { ...visit, userName }))
      : visit,
  )
  const same = recentlyLeft === panel.recentlyLeft && history === panel.history
  return same ? panel : { ...panel, recentlyLeft, history }
}

/** The panel after somebody got another name. */
export const panelAfterProfile = (
  panel: PresencePanel,
  { userId, person: { firstName, lastName } }: EventOf<'user.changed'>,
): PresencePanel => withPerson(panel, userId, (_, named) => named(`${firstName} ${lastName}`.trim()))

/** The panel after somebody's role in the zone is another; that of an internal admin is the same everywhere. */
export const panelAfterRole = (
  panel: PresencePanel,
  { userId, role }: EventOf<'membership.changed'>,
): PresencePanel =>
  withPerson(panel, userId, row => (isInternalAdmin(row.role) || row.role === role ? row : { ...row, role }))

/**
 * The panel without somebody who is no longer of the zone; undefined where they are among those who left or visited last: who
 * moves up then only the server knows.
 */
export function panelWithout(
  panel: PresencePanel,
  { userId }: EventOf<'membership.removed'>,
): PresencePanel | undefined {
  const isTheirs = (row: { userId: string }) => row.userId === userId
  return panel.recentlyLeft.some(isTheirs) || panel.history.some(isTheirs) ? undefined : panel
}
