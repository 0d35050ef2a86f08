import type { SecurityEvent } from '@muster/contract/security.ts'
import { personWords } from './event-words.ts'
import type { Dashboard } from './use-dashboard.ts'
import type { FoundPerson } from './use-find-person.ts'

/** Collects the names of all people in the loaded data, by id, because the URL contains only the id. */
export function collectPeople(
  rows: readonly SecurityEvent[],
  dashboard: Dashboard | undefined,
  foundPeople: readonly FoundPerson[],
): Map<string, string> {
  const names = new Map(foundPeople.map(({ id, email }) => [id, email]))
  for (const { userId, name, email } of dashboard?.suspiciousAccounts ?? []) names.set(userId, name || email)
  for (const { actor, affected } of rows) {
    for (const person of [actor, affected]) if (person?.name) names.set(person.id, personWords(person))
  }
  return names
}
