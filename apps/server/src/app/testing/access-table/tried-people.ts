import { type CallRow, callRowsByName } from './call-row.ts'
import type { Person } from './people.ts'

/** Everything a procedure checks except its permission and the people within the resource to whom it is open. */
function toChecks({ roles: _roles, refuses: _refuses, thing, ...checks }: CallRow): string {
  return JSON.stringify([checks, thing?.name])
}

/** For each kind of check, the first procedure with it. */
const firstNameByChecks = new Map(
  [...callRowsByName].reverse().map(([name, row]) => [toChecks(row), name] as const),
)

/** True if no procedure before this one in the table has the same checks: those procedures are tested with everybody. */
export const isFirstWithChecks = (name: string, row: CallRow) => firstNameByChecks.get(toChecks(row)) === name

/**
 * Picks the people with whom a procedure is tested whose checks another procedure proves with everybody: of each place, one person
 * per expected answer, a different one for each `index`. People without a valid session count as a place of their own.
 */
export function pickPeople(
  people: readonly Person[],
  index: number,
  findAnswer: (person: Person) => string,
): Person[] {
  const groups = Map.groupBy(people, it => `${it.signedIn} ${it.place} ${findAnswer(it)}`)
  return [...groups.values()].flatMap(group => group[index % group.length] ?? [])
}

/** Like `pickPeople`, with everybody in the zone and therefore every role. */
export const pickWithEveryRole = (
  ...[people, index, findAnswer]: Parameters<typeof pickPeople>
): Person[] => {
  const isInZone = (it: Person) => it.signedIn && it.place === 'in the zone'
  return [
    ...people.filter(isInZone),
    ...pickPeople(
      people.filter(it => !isInZone(it)),
      index,
      findAnswer,
    ),
  ]
}
