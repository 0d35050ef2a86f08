import type { ZoneUser } from '@muster/contract/users.ts'

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

/** Members whose text holds every word of the search, in the presence asked for. */
export function filterMembers(
  users: readonly ZoneUser[],
  { q = '', presence = 'all', byCode = false }: { q?: string; presence?: PresenceFilter; byCode?: boolean },
): ZoneUser[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return users.filter(user => {
    if (presence !== 'all' && user.presence !== presence) return false
    if (words.length === 0) return true
    const text = `${memberName(user)} ${user.email} ${byCode ? user.userCode : ''}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** How many are inside, outside and not checked in. */
export function countPresence(users: readonly ZoneUser[]) {
  const counts = { all: users.length, inside: 0, outside: 0, unknown: 0 }
  for (const { presence } of users) counts[presence] += 1
  return counts
}

/** Whether first name, last name and e-mail are all there; the Zone Users list skips the others. */
export function isComplete({ firstName, lastName, email }: ZoneUser): boolean {
  return [firstName, lastName, email].every(text => text.trim() !== '')
}
