import { type Claim, type ClaimsEnd, deriveState, type PersonOutcome } from '@muster/domain/claims.ts'
import type { ClaimHow, ClaimState, PersonState } from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'

/** Locks people on a roll in the order of their ids, so that two claims about them are derived one after the other. */
export const lockPeople = (tx: Tx, emergencyId: string, personIds: readonly string[]) =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'user_id', 'zone_id', 'name', 'badge', 'why', 'state', 'state_at', 'disputed'])
    .where('emergency_id', '=', emergencyId)
    .where('id', 'in', personIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number]

/** The author and the time of a claim. */
export type ClaimAuthor = { readonly claimedBy: string; readonly at: Date }

export type NewClaim = {
  readonly emergencyId: string
  readonly requestId: string
  readonly state: ClaimState
  /** The words of a neutral answer. */
  readonly words?: string | undefined
  /** The request of the call for help, or of the claim of a visitor's sign-out, that `undone` takes back. */
  readonly undoes?: string | undefined
  readonly how: ClaimHow
  readonly place: string
  /** Null for an arrival at an assembly point, and for an entry. */
  readonly claimedBy: string | null
  readonly happenedAt: (personId: string) => Date
}

/** Adds a claim about each person; returns the ids of those about whom the request had not been made before. */
export async function insertClaims(
  tx: Tx,
  people: readonly LockedPerson[],
  claim: NewClaim,
): Promise<string[]> {
  if (people.length === 0) return []
  const rows = await tx
    .insertInto('emergency_claims')
    .values(
      people.map(person => ({
        emergency_id: claim.emergencyId,
        roll_entry_id: person.id,
        zone_id: person.zone_id,
        request_id: claim.requestId,
        state: claim.state,
        words: claim.words ?? '',
        undoes: claim.undoes ?? null,
        how: claim.how,
        place: claim.place,
        claimed_by: claim.claimedBy,
        happened_at: claim.happenedAt(person.id),
      })),
    )
    .onConflict(it => it.columns(['roll_entry_id', 'request_id']).doNothing())
    .returning('roll_entry_id')
    .execute()
  return rows.map(it => it.roll_entry_id)
}

/** Leaves out, of the claims `c`, those that were taken back and the claims that did so. */
export const isStanding = sql<boolean>`(c.state <> 'undone' and not exists (select from emergency_claims undo
  where undo.roll_entry_id = c.roll_entry_id and undo.undoes = c.request_id))`

/** The state in the claim that the claim `c` takes back; null for all others. Index: emergency_claims_request. */
export const undoneState = sql<PersonState | null>`(select undone.state from emergency_claims undone
  where undone.roll_entry_id = c.roll_entry_id and undone.request_id = c.undoes)`

/** The time of a column in whole milliseconds, as `Date` has it. */
const toMs = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Number of people whose claims are read at once. */
const peopleAtOnce = 500

/** Derives the states of people from their claims, until the all clear if it was given and the later ones do not count. */
export async function readOutcomes(
  tx: Tx,
  personIds: readonly string[],
  { untilEnd = false } = {},
): Promise<(personId: string) => PersonOutcome> {
  const outcomes = new Map<string, PersonOutcome>()
  for (let start = 0; start < personIds.length; start += peopleAtOnce) {
    const ids = personIds.slice(start, start + peopleAtOnce)
    const rows = await many(tx)<{ id: string; orderedAt: number | null; end: ClaimsEnd; claims: Claim[] }>`
      select p.id, ${toMs('e.ordered_at')} as "orderedAt", case when ${untilEnd} and e.all_clear_at is not null then json_build_object(
          'allClearAt', ${toMs('e.all_clear_at')}, 'recordedAt', coalesce(${toMs('e.recorded_at')}, ${toMs('e.all_clear_at')})) end as end,
        coalesce((select json_agg(json_build_object('requestId', c.request_id, 'state', c.state, 'how', c.how, 'words', c.words,
            'undoes', c.undoes, 'place', c.place, 'claimedBy', c.claimed_by, 'happenedAt', ${toMs('c.happened_at')}, 'receivedAt', ${toMs('c.received_at')}))
          from emergency_claims c where c.roll_entry_id = p.id), '[]') as claims
      from emergency_people p join emergencies e on e.id = p.emergency_id where p.id = any(${ids}::uuid[])`
    for (const { id, claims, ...bounds } of rows) outcomes.set(id, deriveState(claims, bounds))
  }
  return personId => outcomes.get(personId) ?? deriveState([])
}

const toDate = (claim: Claim | undefined) => (claim ? new Date(claim.happenedAt) : null)

/** The columns of a person that the record compares with the claims. */
export const toStateColumns = ({ state, claim, disputed, answer }: PersonOutcome) => ({
  ...{ state, state_at: toDate(claim), disputed, answer: answer?.words ?? '', answered_at: toDate(answer) },
})

export async function updateStates(tx: Tx, outcomes: ReadonlyMap<string, PersonOutcome>): Promise<void> {
  if (outcomes.size === 0) return
  const rows = [...outcomes].map(([id, outcome]) => ({
    ...{ id, ...toStateColumns(outcome), own_state: outcome.own?.state ?? null, own_at: toDate(outcome.own) },
  }))
  await run(tx)`
    update emergency_people p set state = its.state, state_at = its.state_at, disputed = its.disputed,
      answer = its.answer, answered_at = its.answered_at, own_state = its.own_state, own_at = its.own_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as its (id uuid, state text, state_at timestamptz,
      disputed boolean, answer text, answered_at timestamptz, own_state text, own_at timestamptz)
    where p.id = its.id`
}
