import type { NameRow } from './attendance.queries.ts'

/** Returns a person's name, followed by their code if another person has the same name. */
export function formatNameWithCode(
  { first_name: firstName, last_name: lastName, user_code: code }: NameRow,
  hasNamesake: boolean,
): string {
  const name = `${firstName} ${lastName}`.trim()
  return hasNamesake ? `${name} (${code})` : name
}

/** Returns the names of the people in one list, keyed by id; people who share a name are shown with their code. */
export function toUniqueNames(people: ReadonlyMap<string, NameRow>): Map<string, string> {
  const toKey = (person: NameRow) => formatNameWithCode(person, false).toLowerCase()
  const countByName = new Map<string, number>()
  for (const person of people.values())
    countByName.set(toKey(person), (countByName.get(toKey(person)) ?? 0) + 1)
  return new Map(
    [...people].map(([id, person]) => [
      id,
      formatNameWithCode(person, (countByName.get(toKey(person)) ?? 0) > 1),
    ]),
  )
}
