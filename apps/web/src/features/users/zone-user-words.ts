import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'

/** First and last name of a member. */
export function memberName({ firstName, lastName }: Pick<ZonePerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** The person's name, or the code or email if it is empty. */
export function nameOf(person: ZonePerson): string {
  return memberName(person) || (person.invited ? person.userCode : person.email)
}

/** Tells whether another person in the list has the same name, so that the code has to stand beside it. */
export function hasNamesake(people: readonly ZonePerson[]): (person: ZonePerson) => boolean {
  const names = people.map(nameOf)
  return person => {
    const name = nameOf(person)
    return names.indexOf(name) !== names.lastIndexOf(name)
  }
}

/** Said where no time is known: `never` of who was not seen yet; without consent nothing of them is told, nor taken. */
export function neverSeen({ consent }: Pick<ZoneUser, 'consent'>, never: string): string {
  if (consent === 'withdrawn') return 'Last position not shown'
  return consent === 'unasked' ? 'Has not agreed to being located yet' : never
}
