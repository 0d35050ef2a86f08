import type { SecurityEvent } from '@muster/contract/security.ts'
import { personText } from './event-words.ts'
import type { Dashboard } from './use-dashboard.ts'
import type { FoundPerson } from './use-find-person.ts'

/** Emails where no name is known. The page needs this, because the URL contains only an id. */
export function collectNames(
  rows: readonly SecurityEvent[],
  dashboard: Dashboard | undefined,
  foundPeople: readonly FoundPerson[],
): Map<string, string> {
  const namesById = new Map(foundPeople.map(({ id, email }) => [id, email]))
  for (const { userId, name, email } of dashboard?.suspiciousAccounts ?? [])
    namesById.set(userId, name || email)
  for (const { actor, affected } of rows) {
    for (const person of [actor, affected]) if (person?.name) namesById.set(person.id, personText(person))
  }
  return namesById
}
