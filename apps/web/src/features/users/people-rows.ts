import type { EventOf } from '@muster/contract/feed.ts'
import type { ListedPerson } from '@muster/contract/listed-person.ts'
import type { PresenceFilter, PresenceStatus } from '@muster/contract/presence-word.ts'
import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import type { ZonePeopleSort } from '@muster/domain/people-order.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import type { Pages } from '../../lib/use-pages.ts'
import { mapRows, removeRows, upsertRow } from '../../live/patch-pages.ts'

/** The zone and filters of a list of people. */
export type PeopleFilter = {
  zoneId: string
  list?: 'people' | 'places'
  search?: string
  presence?: PresenceFilter
  role?: ZoneRole
  /** Set for an order other than most recently added first. */
  sort?: ZonePeopleSort
}

/** Returns a person's presence; 'unknown' for invited people, who have none yet. */
export const toPresence = (person: ZonePerson): PresenceStatus =>
  person.invited ? 'unknown' : person.presence

const matchesPresence = (person: ZonePerson, presence: PresenceFilter) =>
  presence === 'unseen'
    ? toPresence(person) === 'inside' && !isSeenNow(person)
    : toPresence(person) === presence

const isSeenNow = (person: ZonePerson) =>
  !person.invited && isSeenLately(person.lastSeen === null ? null : Date.parse(person.lastSeen), Date.now())

/** True if the server's response for this filter would include the person. */
export function matchesFilter(person: ZonePerson, { list, search, presence, role }: PeopleFilter): boolean {
  const { firstName, lastName, userCode } = person
  if (list === 'places' && (firstName === '' || lastName === '')) return false
  if (presence && !matchesPresence(person, presence)) return false
  if (role && person.zoneRole !== role) return false
  const email = person.invited ? '' : person.email
  return !search || isFoundBy(`${firstName} ${lastName} ${userCode} ${email}`, search)
}

const isSamePerson = (a: ZonePerson, b: ZonePerson) => a.userId === b.userId
/** Sorts newest first, like the server. Both keys sort correctly as strings. */
const compareNewestFirst = (a: ZonePerson, b: ZonePerson) =>
  compareStrings(b.assignedAt, a.assignedAt) || compareStrings(b.assignmentId, a.assignmentId)
const compareStrings = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/**
 * Returns the list with a person updated or inserted at their sorted position, or without them if the filters exclude them. Only
 * 'places' lists contain positions. In another order than newest first, rows neither move nor come: the list is refetched.
 */
export function putPerson(
  list: Pages<ZonePerson>,
  filter: PeopleFilter,
  person: ZonePerson,
): Pages<ZonePerson> {
  if (!matchesFilter(person, filter)) return removeRows(list, row => isSamePerson(row, person))
  const row = filter.list === 'places' ? person : removePosition(person)
  if (filter.sort) return mapRows(list, it => (isSamePerson(it, row) ? row : it))
  return upsertRow(list, row, {
    isSame: isSamePerson,
    order: compareNewestFirst,
  })
}

const removePosition = (person: ZonePerson): ZonePerson =>
  person.invited || person.position === null ? person : { ...person, position: null }

/** Creates a person's row from an event, without any reading. */
export function toRow(userId: string, { member, ...rest }: ListedPerson): ZonePerson {
  if (member === null) return { ...rest, userId, invited: true }
  return {
    ...rest,
    ...member,
    userId,
    invited: false,
    presence: 'unknown',
    lastSeen: null,
    mock: false,
    insideSince: null,
    position: null,
  }
}

type PresenceFacts = Pick<ZoneUser, 'presence' | 'lastSeen' | 'insideSince' | 'mock'>

const isOutdated = (at: string, user: ZoneUser) =>
  user.lastSeen !== null && Date.parse(at) < Date.parse(user.lastSeen)

/** Applies newer presence to a row; older data is ignored. */
const applyPresence = (user: ZoneUser, at: string, facts: PresenceFacts): ZoneUser =>
  isOutdated(at, user) ? user : { ...user, ...facts }

export function applyChange(
  person: ZonePerson,
  { change, at, entryTime, mock = false }: EventOf<'presence.changed'>,
): ZonePerson {
  if (person.invited) return person
  const facts: PresenceFacts =
    change === 'entered'
      ? { presence: 'inside', lastSeen: at, insideSince: entryTime ?? at, mock }
      : { presence: 'outside', lastSeen: at, insideSince: null, mock }
  return applyPresence(person, at, facts)
}

/** Applies an entry time corrected by late readings. Ignored if the person has since entered or left according to the row. */
export const applyAmendment = (
  person: ZonePerson,
  { insideSince }: EventOf<'presence.amended'>,
): ZonePerson =>
  person.invited ||
  person.insideSince === insideSince ||
  (insideSince === null) !== (person.insideSince === null)
    ? person
    : { ...person, insideSince }

type Sighting = EventOf<'presence.seen'>['seen'][number]

/** Applies readings without an entry or exit; older ones are ignored. */
export function applySighting(person: ZonePerson, { at, inside, mock = false }: Sighting): ZonePerson {
  if (person.invited) return person
  return applyPresence(person, at, {
    presence: inside ? 'inside' : 'outside',
    lastSeen: at,
    insideSince: inside ? person.insideSince : null,
    mock,
  })
}

/** Applies a position to a row, unless it is older than the last reading. Used only for lists and details that show positions. */
export function applyLocation(
  person: ZonePerson,
  { lat, lng, accuracyMeters, at }: EventOf<'presence.located'>['located'][number],
): ZonePerson {
  if (person.invited || isOutdated(at, person)) return person
  return { ...person, position: { lat, lng, accuracyMeters } }
}

/** Applies a change of consent: without consent, no position or presence is shown. */
export function applyConsent(
  person: ZonePerson,
  { consent }: Pick<EventOf<'presence.consent'>, 'consent'>,
): ZonePerson {
  if (person.invited || person.consent === consent) return person
  if (consent === 'given') return { ...person, consent }
  return {
    ...person,
    consent,
    presence: 'unknown',
    lastSeen: null,
    insideSince: null,
    mock: false,
    position: null,
  }
}
