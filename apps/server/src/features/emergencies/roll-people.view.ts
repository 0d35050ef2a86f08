import {
  type EmergencyClaim,
  maxClaimsPerPerson,
  type RollPerson,
  type SoughtPerson,
} from '@muster/contract/roll-person.ts'
import type { Tx } from '../../db/database.ts'
import { type PersonNameLookup, toNameLookup } from '../../db/person-names.ts'
import { type ClaimRow, readPeopleParts } from './board/board.queries.ts'
import { lastPositionView, listLastPositions } from './board/last-positions.queries.ts'
import { unknownSection } from './board/roll-counts.queries.ts'
import { listPeopleInside, toInsideByPerson } from './captains/people-inside.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { helpersView } from './help.queries.ts'
import { toPersonNames } from './person-names.ts'
import { toListName, toRollName } from './roll-name.ts'
import { listSought, type PersonFacts, type PersonRow } from './roll-people.queries.ts'

/** The neutral answer of a person; empty if there is none. */
export const answerView = ({ answer, answered_at }: { answer: string; answered_at: Date | null }) =>
  answer !== '' && answered_at !== null ? { answer: { words: answer, at: answered_at.toISOString() } } : {}

/** The name of the person stands there for what they said, visitors without an account included, and for an arrival at an assembly point. */
const claimView = (row: ClaimRow, names: PersonNameLookup, personName: string): EmergencyClaim => ({
  state: row.state,
  ...(row.undone_state && { undoneState: row.undone_state }),
  ...(row.words && { words: row.words }),
  how: row.how,
  place: row.place,
  by: row.how === 'captain' ? names(row.claimed_by).name : personName,
  at: new Date(row.happened_at).toISOString(),
  receivedAt: new Date(row.received_at).toISOString(),
})

export const factsView = (row: PersonFacts) => ({
  userId: row.user_id,
  name: toRollName(row),
  phone: row.phone,
  ...(row.note && { note: row.note }),
  why: row.why,
  insideSince: row.inside_since?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  accuracyMeters: row.accuracy_meters,
})

/** A person without what stands in other tables. */
const personView = (row: PersonRow): RollPerson => ({
  ...factsView(row),
  id: row.id,
  ...(row.section === unknownSection && { isUnknown: true }),
  listName: toListName(row),
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  mayMark: row.may_mark ?? false,
  needs: row.needs ?? '',
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  position: row.latitude == null || row.longitude == null ? null : { lat: row.latitude, lng: row.longitude },
  state: row.state,
  stateAt: row.state_at?.toISOString() ?? null,
  disputed: row.disputed,
  ...answerView(row),
  uncountedReason: row.counted ? null : (row.uncounted_reason ?? ''),
  seenOutsideAt: row.seen_outside_at?.toISOString() ?? null,
  ...(row.badge_out_at && {
    badgeOut: { at: row.badge_out_at.toISOString(), reader: row.badge_out_reader ?? '' },
  }),
  claims: [],
})

/** The newest claim, the newest one that says something else, and the neutral answer of somebody who is missing and did not take it back. */
function pickClaims(claims: readonly ClaimRow[], { state, answer: words }: PersonRow): ClaimRow[] {
  const stateClaims = claims.filter(it => it.state !== 'neutral')
  const [newest] = stateClaims
  const other = stateClaims.find(it => it.state !== newest?.state)
  const answer = state === 'missing' && words !== '' ? claims.find(it => it.state === 'neutral') : undefined
  return claims.filter(it => it === newest || it === other || it === answer)
}

type Reader = {
  readonly userId: string
  /** The zones of a captain, for whom the owner reads; undefined for those for whom row-level security decides. */
  readonly zoneIds?: readonly string[]
}

/** Returns the view of each of the people, with what was said, who goes to them, and whether they are inside with a team. */
export async function loadPersonView(
  tx: Tx,
  emergency: Pick<EmergencyRow, 'id' | 'all_clear_at'>,
  rows: readonly PersonRow[],
  { userId, zoneIds }: Reader,
): Promise<(row: PersonRow) => RollPerson> {
  const personIds = rows.map(it => it.id)
  const parts = await readPeopleParts(tx, emergency.id, personIds, {
    // After the all clear, nobody needs to be reached by the call.
    calledIds: emergency.all_clear_at === null && zoneIds === undefined ? personIds : [],
    claimsMost: zoneIds ? undefined : maxClaimsPerPerson,
    zoneIds,
  })
  const names = (zoneIds ? toNameLookup : toPersonNames)(parts.names)
  const claimsByPerson = Map.groupBy(parts.claims, it => it.roll_entry_id)
  const helpersByPerson = Map.groupBy(parts.helpers, it => it.roll_entry_id)
  const insideByPerson = toInsideByPerson(parts.inside)
  return row => {
    const person = personView(row)
    const insideWith = insideByPerson.get(row.id)
    const callState = parts.callStates[row.id]
    const personClaims = claimsByPerson.get(row.id) ?? []
    return {
      ...person,
      ...(insideWith && { insideWith }),
      ...(callState && { callState }),
      ...helpersView(helpersByPerson.get(row.id) ?? [], { names, userId }),
      claims: (zoneIds ? pickClaims(personClaims, row) : personClaims).map(it =>
        claimView(it, names, person.name),
      ),
    }
  }
}

export type LocatedPerson = Omit<RollPerson, 'position'> & Pick<SoughtPerson, 'position'>

/** Reads who needs help, then the missing, with their last known positions. */
export async function readSought(
  tx: Tx,
  emergencyId: string,
  filter: Parameters<typeof listSought>[2],
): Promise<LocatedPerson[]> {
  const rows = await listSought(tx, emergencyId, filter)
  const insideByPerson = toInsideByPerson(await listPeopleInside(tx, emergencyId))
  const positions = new Map(
    (await listLastPositions(tx, emergencyId)).map(it => [it.person_id, lastPositionView(it)]),
  )
  return rows.map(row => {
    const insideWith = insideByPerson.get(row.id)
    return {
      ...personView(row),
      ...(insideWith && { insideWith }),
      position: positions.get(row.id) ?? null,
    }
  })
}
