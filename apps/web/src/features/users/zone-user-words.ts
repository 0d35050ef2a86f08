import { t } from '@lingui/core/macro'
import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'

export function memberName({ firstName, lastName }: Pick<ZonePerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** A person of a zone as lists name them. */
export type NamedPerson = Pick<ZonePerson, 'userId' | 'firstName' | 'lastName' | 'userCode' | 'zoneRole'> &
  ({ invited: true } | { invited: false; email: string })

/** Returns the person's name or, if it is empty, their email; for invited people, their code. */
export function formatName(person: NamedPerson): string {
  return memberName(person) || (person.invited ? person.userCode : person.email)
}

/** `never` if the person has not been seen yet; without consent, that positions are not shown or recorded. */
export function neverSeenText({ consent }: Pick<ZoneUser, 'consent'>, never: string): string {
  if (consent === 'withdrawn') return t`Last position not shown`
  return consent === 'unasked' ? t`Hasn’t agreed to location tracking yet` : never
}
