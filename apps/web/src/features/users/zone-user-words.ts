import type { InvitedUser, ZoneUser } from '@muster/contract/users.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'

/** Whoever the lists of a zone show: its members, and those who were added and have not entered yet. */
export type ZonePerson = ZoneUser | InvitedUser

/** Whether they have entered the zone, and are shown as a member. */
export function hasEntered(person: ZonePerson): person is ZoneUser {
  return 'presence' in person
}

/** Of who is only invited no presence is known. */
const presenceOf = (person: ZonePerson) => (hasEntered(person) ? person.presence : 'unknown')

/** First and last name of a member. */
export function memberName({ firstName, lastName }: Pick<ZoneUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** Presence as the Zone Users screen says it. */
export const zoneUserLabels = { inside: 'Inside Zone', outside: 'Outside Zone', unknown: 'No Data' } as const

/** Presence as the App Users screen says it. */
export const appUserLabels = {
  inside: 'Inside Zone',
  outside: 'Outside Zone',
  unknown: 'Not Checked-in',
} as const

export type PresenceFilter = 'all' | 'inside' | 'outside' | 'unknown'

export const presenceFilters = ['all', 'inside', 'outside', 'unknown'] as const

/** People whose text holds every word of the search, in the presence asked for. */
export function filterMembers(
  people: readonly ZonePerson[],
  { q = '', presence = 'all', byCode = false }: { q?: string; presence?: PresenceFilter; byCode?: boolean },
): ZonePerson[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return people.filter(person => {
    if (presence !== 'all' && presenceOf(person) !== presence) return false
    if (words.length === 0) return true
    const email = hasEntered(person) ? person.email : ''
    const text = `${memberName(person)} ${email} ${byCode ? person.userCode : ''}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/**
 * How many are inside, outside and not checked in, and how many of those inside were not seen lately (`unseen`); the invited
 * are among those not checked in. `now` in milliseconds.
 */
export function countPresence(people: readonly ZonePerson[], now: number) {
  const counts = { all: people.length, inside: 0, outside: 0, unknown: 0, unseen: 0 }
  for (const person of people) {
    const presence = presenceOf(person)
    counts[presence] += 1
    if (presence === 'inside' && hasEntered(person) && !isSeenLately(msOf(person.lastSeen), now))
      counts.unseen += 1
  }
  return counts
}

const msOf = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** Whether what is to be known of the person is all there: name and e-mail; the Zone Users list skips the others. */
export function isComplete(person: ZonePerson): boolean {
  const { firstName, lastName } = person
  const texts = hasEntered(person) ? [firstName, lastName, person.email] : [firstName, lastName]
  return texts.every(text => text.trim() !== '')
}
