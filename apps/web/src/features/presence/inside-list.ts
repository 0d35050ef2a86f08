import type { EventOf } from '@muster/contract/feed.ts'
import type { InsidePerson } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import type { Pages } from '../../lib/use-pages.ts'
import { rowIn, withoutRows, withRow, withRows } from '../../live/patch-pages.ts'

/** What a list of those inside was asked for. */
export type InsideAsked = { zoneId: string; seen?: 'lately' | 'long_ago'; search?: string }
export type InsideList = Pages<InsidePerson>

const ms = (instant: string) => Date.parse(instant)
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const isSame = (a: InsidePerson, b: InsidePerson) => a.userId === b.userId
/** The longest there first, as the server orders them. */
export const insideOrder = (a: InsidePerson, b: InsidePerson) =>
  ms(a.since) - ms(b.since) || compare(a.userId, b.userId)

/** Whether the list is of people like this one; who is not seen any more stays where they are, and is drawn apart. */
const isMeant = (person: InsidePerson, { seen, search }: InsideAsked) =>
  (!search || isFoundBy(person.name, search)) &&
  !(seen === 'long_ago' && isSeenLately(ms(person.lastSeen), Date.now()))

/** The list with somebody as they are now: in their place, or gone from it where they do not belong to it any more. */
export const withInside = (list: InsideList, asked: InsideAsked, person: InsidePerson): InsideList =>
  isMeant(person, asked)
    ? withRow(list, person, { isSame, order: insideOrder })
    : withoutRows(list, row => isSame(row, person))

/** The list after somebody came or left; undefined where the event alone does not tell. */
export function insideAfterChange(
  list: InsideList,
  asked: InsideAsked,
  event: EventOf<'presence.changed'>,
): InsideList | undefined {
  const { userId, name, role, change, at, entryTime, accuracyMeters, mock = false } = event
  const there = rowIn(list, row => row.userId === userId)
  if (change === 'left')
    return there && ms(there.since) <= ms(at) ? withoutRows(list, row => row.userId === userId) : list
  if (there && ms(there.lastSeen) >= ms(at)) return list
  if (name === null || role === null || entryTime === null) return undefined
  const person = { userId, name, role, since: entryTime, lastSeen: at, accuracyMeters, mock }
  // Who came back stands elsewhere than before.
  return withInside(there ? withoutRows(list, row => row.userId === userId) : list, asked, person)
}

/** Somebody after a reading; never back in time. */
export const insideAfterSeen = (
  person: InsidePerson,
  { at, accuracyMeters, mock = false }: EventOf<'presence.seen'>['seen'][number],
): InsidePerson => {
  const isOld = ms(at) < ms(person.lastSeen)
  const isKnown = at === person.lastSeen && accuracyMeters === person.accuracyMeters && mock === person.mock
  return isOld || isKnown ? person : { ...person, lastSeen: at, accuracyMeters, mock }
}

/** Somebody after they got another name. */
export const insideAfterProfile = (
  person: InsidePerson,
  { userId, person: { firstName, lastName } }: EventOf<'user.changed'>,
): InsidePerson => {
  const name = `${firstName} ${lastName}`.trim()
  return person.userId === userId && person.name !== name ? { ...person, name } : person
}

/** The list after somebody's role in the zone is another; that of an internal admin is the same everywhere. */
export const insideAfterRole = (
  list: InsideList,
  { userId, role }: EventOf<'membership.changed'>,
): InsideList =>
  withRows(list, row =>
    row.userId !== userId || isInternalAdmin(row.role) || row.role === role ? row : { ...row, role },
  )
