import type { PersonState } from '@muster/domain/emergency.ts'

/** The order of the list: whoever needs help comes first, then whoever is missing. */
const ranks: Readonly<Record<PersonState, number>> = {
  help: 0,
  missing: 1,
  elsewhere: 2,
  not_on_site: 3,
  safe: 4,
}

/** Keeps the people whose name or telephone contains each word. */
export function filterPeople<Person extends { name: string; phone: string }>(
  people: readonly Person[],
  search: string,
): readonly Person[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter(({ name, phone }) => {
    const text = `${name} ${phone}`.toLocaleLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** Sorts by state, and otherwise keeps the order, which is by surname. */
export const sortByState = <Person>(
  people: readonly Person[],
  getState: (person: Person) => PersonState,
): Person[] => people.toSorted((one, other) => ranks[getState(one)] - ranks[getState(other)])
