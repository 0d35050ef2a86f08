import { isInternalAdmin } from '@muster/domain/role.ts'
import { parseRoles } from './parse-roles.ts'
import type { Person } from './people.ts'

/**
 * Whose rows are tested: the person's own, those of another person in the zone, those of somebody in the other zone, and any rows.
 */
export const subjects = ['own', 'zone', 'other zone', 'any'] as const
export type Subject = (typeof subjects)[number]

/** True if one of the reaches in a line (see database.ts), which are separated by `;`, covers the subject's rows. */
export const canReach = (line: string, person: Person, subject: Subject): boolean =>
  line.split('; ').some(reach => coversSubject(reach, person, subject))

function coversSubject(reach: string, person: Person, subject: Subject): boolean {
  const [kind, roleNames] = reach.split(': ')
  const { place } = person
  const hasRole = person.signedIn && parseRoles(roleNames ?? 'all').has(person.role)
  switch (kind) {
    case 'all':
      return true
    case 'own':
      return subject === 'own'
    case 'account':
      return hasRole
    case 'oneself in zone':
      return subject === 'own' && hasRole && isIn(person, 'zone', false)
    case 'oneself as member':
      return subject === 'own' && hasRole && isIn(person, 'zone', true)
    case 'somewhere':
      return (
        hasRole && (['zone', 'other zone'] as const).some(zoneSubject => isIn(person, zoneSubject, false))
      )
    case 'member':
      return hasRole && isIn(person, subject, true)
    case 'assigned':
      return hasRole && isAssignedTo(person, subject, true)
    case 'others in zone':
      return subject !== 'own' && hasRole && isIn(person, subject, false)
    case 'in zone':
      return hasRole && isIn(person, subject, false)
    case 'entered':
      return (
        hasRole &&
        (isInternalAdmin(person.role) || place !== 'PIN not entered') &&
        isIn(person, subject, false)
      )
    default:
      throw new Error(`The table of the database says '${kind}', which is no reach.`)
  }
}

/** True if the person belongs to the subject's zone. A person's own rows are in their own zone. */
const isIn = (person: Person, subject: Subject, invited: boolean): boolean =>
  isInternalAdmin(person.role) || isAssignedTo(person, subject, invited)

function isAssignedTo({ place }: Person, subject: Subject, invited: boolean): boolean {
  if (subject === 'other zone') return place === 'in another zone'
  if (place === 'invited') return invited
  return place === 'in the zone' || place === 'PIN not entered'
}
