import type { RunSql } from './accounts.ts'
import { type RollCall, readList } from './play.ts'

const whyByOrigin = { inside: ['inside', 'not_seen'], newcomer: ['came_later'], 'by hand': ['by_hand'] }
/** At most this many problems of one kind are listed. */
const MOST_LISTED = 5

/**
 * Compares the final list with the truth of the simulation: everybody once, in their state, with each claim exactly once and at the
 * time when it was made. Returns the problems. `toleranceMs`: how far the time of a claim may be off.
 */
export async function findListProblems(
  rollCall: RollCall,
  sql: RunSql,
  toleranceMs: number,
): Promise<string[]> {
  const { simulation, emergencyId, startedAt } = rollCall
  const list = await readList(rollCall)
  const listByName = Map.groupBy(list, it => it.name)
  const claims = await sql(
    `select p.name, c.how, c.state, (extract(epoch from c.happened_at) * 1000)::float8 as at
     from emergency_claims c join emergency_people p on p.id = c.roll_entry_id where c.emergency_id = $1`,
    [emergencyId],
  )
  const claimsByName = Map.groupBy(claims, it => String(it.name))
  const problems: string[] = []
  for (const { name, origin, state, disputed, claims: expectedClaims } of simulation.people) {
    const rows = listByName.get(name) ?? []
    const [row] = rows
    if (!row || rows.length > 1) {
      problems.push(`${name} is ${rows.length} times on the list`)
      continue
    }
    if (row.state !== state || row.disputed !== disputed)
      problems.push(`${name} is ${toWords(row)} on the list, and ${toWords({ state, disputed })} in truth`)
    if (!whyByOrigin[origin].includes(row.why)) problems.push(`${name}, ${origin}, is listed as ${row.why}`)
    const kinds = (its: readonly { how: unknown; state: unknown }[]) =>
      its
        .map(it => `${it.how}: ${it.state}`)
        .toSorted()
        .join(', ')
    const storedClaims = claimsByName.get(name) ?? []
    if (kinds(storedClaims as never) !== kinds(expectedClaims))
      problems.push(
        `${name} has the claims "${kinds(storedClaims as never)}" instead of "${kinds(expectedClaims)}"`,
      )
    for (const claim of expectedClaims) {
      const offsets = storedClaims
        .filter(it => it.how === claim.how && it.state === claim.state)
        .map(it => Math.abs(Number(it.at) - startedAt - claim.at))
      if (Math.min(...offsets) > toleranceMs)
        problems.push(`${name}: a claim is dated ${Math.round(Math.min(...offsets))} ms off`)
    }
  }
  if (list.length !== simulation.people.length)
    problems.push(`${list.length} people are listed instead of ${simulation.people.length}`)
  const more = problems.length - MOST_LISTED
  return more > 0 ? [...problems.slice(0, MOST_LISTED), `and ${more} more`] : problems
}

const toWords = ({ state, disputed }: { state: string; disputed: boolean }) =>
  `${state}${disputed ? ' (disputed)' : ''}`
