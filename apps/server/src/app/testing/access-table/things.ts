import { idOf } from './traces.ts'

/** Rows of a thing that a call names: those that `leaveMessages` and its like leave of a person in a zone. */
type Rows = {
  /** As a failed test names them. */
  readonly name: string
  /** The input that names the row of a person in a zone. */
  readonly input: (owner: string, zoneId: string) => Readonly<Record<string, unknown>>
  /** Who sees it: a reach as in `database.ts`. Row-level security is tried there in SQL, and here by the calls. */
  readonly seenBy: string
  /** Whether it is for all zones and lies in none. */
  readonly inNoZone?: true
}
type TriedThing = {
  readonly rows: readonly [Rows, ...Rows[]]
  /** The reach of those whom calls are `only` for. */
  readonly only?: Readonly<Record<string, string>>
}

const groups: TriedThing['rows'] = [
  {
    name: 'a group',
    input: owner => ({ groupId: idOf('group', owner) }),
    seenBy: 'in zone: super admin client rw ro; oneself in zone: user',
  },
]

/** Every thing that calls name, by the name it is declared with. */
export const things: Readonly<Record<string, TriedThing>> = {
  group: { rows: groups },
  chat: {
    rows: groups,
    only: {
      readers: 'in zone: super admin client rw; oneself in zone: ro user',
      writers: 'in zone: super admin client rw; oneself in zone: user',
    },
  },
}
