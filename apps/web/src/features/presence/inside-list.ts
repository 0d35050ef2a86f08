import type { EventOf } from '@muster/contract/feed.ts'
import type { InsidePerson } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import type { Pages } from '../../lib/use-pages.ts'
import { findRowInPages, mapRows, removeRows, upsertRow } from '../../live/patch-pages.ts'

export type InsideQuery = { zoneId: string; seen?: 'lately' | 'long_ago'; search?: string }
export type InsideList = Pages<InsidePerson>

const toMs = (instant: string) => Date.parse(instant)
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const isSamePerson = (a: InsidePerson, b: InsidePerson) => a.userId === b.userId
/** Compares people by time inside, longest first, in the server's order. */
export const compareInsidePeople = (a: InsidePerson, b: InsidePerson) =>
  toMs(a.since) - toMs(b.since) || compareText(a.userId, b.userId)

/** People no longer seen stay in the list of recently seen people, because the page separates them by their last reading. */
const matchesQuery = (person: InsidePerson, { seen, search }: InsideQuery) =>
  (!search || isFoundBy(person.name, search)) &&
  !(seen === 'long_ago' && isSeenLately(toMs(person.lastSeen), Date.now()))

export const updateInsidePerson = (list: InsideList, query: InsideQuery, person: InsidePerson): InsideList =>
  matchesQuery(person, query)
    ? upsertRow(list, person, { isSame: isSamePerson, order: compareInsidePeople })
    : removeRows(list, row => isSamePerson(row, person))

/** Returns the same list if the event is outdated, and undefined if it lacks the data for a row. */
export function insideAfterChange(
  list: InsideList,
  query: InsideQuery,
  event: EventOf<'presence.changed'>,
): InsideList | undefined {
  const { userId, name, role, change, at, entryTime, accuracyMeters, mock = false } = event
  const listedPerson = findRowInPages(list, row => row.userId === userId)
  if (change === 'left')
    return listedPerson && toMs(listedPerson.since) <= toMs(at)
      ? removeRows(list, row => row.userId === userId)
      : list
  if (listedPerson && toMs(listedPerson.lastSeen) >= toMs(at)) return list
  if (name === null || role === null || entryTime === null) return undefined
  const person = { userId, name, role, since: entryTime, lastSeen: at, accuracyMeters, mock }
  // A person who returned moves to a new position in the list.
  return updateInsidePerson(
    listedPerson ? removeRows(list, row => row.userId === userId) : list,
    query,
    person,
  )
}

export const insideAfterSeen = (
  person: InsidePerson,
  { at, accuracyMeters, mock = false }: EventOf<'presence.seen'>['seen'][number],
): InsidePerson => {
  const isOld = toMs(at) < toMs(person.lastSeen)
  const isKnown = at === person.lastSeen && accuracyMeters === person.accuracyMeters && mock === person.mock
  return isOld || isKnown ? person : { ...person, lastSeen: at, accuracyMeters, mock }
}

export const insideAfterProfile = (
  person: InsidePerson,
  { userId, person: { firstName, lastName } }: EventOf<'user.changed'>,
): InsidePerson => {
  const name = `${firstName} ${lastName}`.trim()
  return person.userId === userId && person.name !== name ? { ...person, name } : person
}

/** Applies a person's changed role in the zone. Internal admins have the same role everywhere, so theirs does not change. */
export const insideAfterRole = (
  list: InsideList,
  { userId, role }: EventOf<'membership.changed'>,
): InsideList =>
  mapRows(list, row =>
    row.userId !== userId || isInternalAdmin(row.role) || row.role === role ? row : { ...row, role },
  )
