import { type CallRow, callRowsByName } from './call-row.ts'
import { isLongForm } from './long-form.ts'
import { LET_IN_ANSWER, type Person } from './people.ts'

/** Everything a procedure checks except its permission and the people within the resource to whom it is open. */
function toChecks({ roles: _roles, refuses: _refuses, thing, ...checks }: CallRow): string {
  return JSON.stringify([checks, thing?.name])
}

const toDeclaration = (row: CallRow) => JSON.stringify({ ...row, roles: [...row.roles] })

/** Returns a function that is true if no procedure before this one in the table has the same key. */
function createIsFirst(toKey: (row: CallRow) => string) {
  const firstNameByKey = new Map([...callRowsByName].reverse().map(([name, row]) => [toKey(row), name]))
  return (name: string, row: CallRow) => firstNameByKey.get(toKey(row)) === name
}

/** True for the first procedure with each kind of check, which is tested with everybody. */
export const isFirstWithChecks = createIsFirst(toChecks)
/** True for the first procedure with each declaration, which is tested with every role in the zone. */
const isFirstWithDeclaration = createIsFirst(toDeclaration)

const isInZone = ({ signedIn, place }: Person) => signedIn && place === 'in the zone'

/**
 * Picks the people with whom a procedure is tested whose checks another procedure proves with everybody: for each expected answer one
 * person, in turn, and of the people in the zone the lowest role that is let in and the highest that is not. Of people in the zone,
 * the first procedure with a declaration is tested with every role.
 */
export function pickPeople(
  people: readonly Person[],
  { name, row, index }: { name: string; row: CallRow; index: number },
  findAnswer: (person: Person) => string,
): Person[] {
  if (isLongForm) return [...people]
  const groups = [...Map.groupBy(people, findAnswer).values()]
  // The people are in the order of their roles.
  const answersInZone = Map.groupBy(people.filter(isInZone), it => findAnswer(it) === LET_IN_ANSWER)
  const pickedPeople = new Set([
    ...groups.map(group => group[index % group.length]),
    answersInZone.get(true)?.at(-1),
    answersInZone.get(false)?.at(0),
    ...(isFirstWithDeclaration(name, row) ? people.filter(isInZone) : []),
  ])
  return people.filter(it => pickedPeople.has(it))
}

/** Picks the people with whom an endpoint is tested: every role in the zone, and of each other place one person for each answer. */
export function pickPeopleForDoor(
  people: readonly Person[],
  index: number,
  findAnswer: (person: Person) => unknown,
): Person[] {
  if (isLongForm) return [...people]
  const groups = Map.groupBy(people, it =>
    isInZone(it) ? it : `${it.signedIn} ${it.place} ${findAnswer(it)}`,
  )
  return [...groups.values()].flatMap(group => group[index % group.length] ?? [])
}

/** Picks one signed-in person, and one for each reason why somebody is not signed in. */
export function pickPeopleBySession(people: readonly Person[], index: number): Person[] {
  if (isLongForm) return [...people]
  const groups = Map.groupBy(people, it => it.signedIn || it.name.split(', ').at(-1))
  return [...groups.values()].flatMap(group => group[index % group.length] ?? [])
}
