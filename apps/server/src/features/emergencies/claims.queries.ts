import {
  type Claim,
  type ClaimHow,
  type ClaimState,
  type PersonOutcome,
  type PersonState,
  undoHelpMs,
} from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type LockedPerson = {
  readonly id: string
  readonly user_id: string | null
  readonly zone_id: string | null
  readonly name: string
  readonly badge: string | null
  readonly why: string
  readonly state: string
  readonly state_at: Date | null
  readonly disputed: boolean
}

/** Locks people on a roll in the order of their ids, so that two claims about them are derived one after the other. */
export const lockPeople = (
  tx: Tx,
  emergencyId: string,
  personIds: readonly string[],
): Promise<LockedPerson[]> =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'user_id', 'zone_id', 'name', 'badge', 'why', 'state', 'state_at', 'disputed'])
    .where('emergency_id', '=', emergencyId)
    .where('id', 'in', personIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Reads when the order of an emergency was given, and whether it was changed. */
export const findOrder = (tx: Tx, emergencyId: string) =>
  tx
    .selectFrom('emergencies')
    .select(['declared_at', 'ordered_at'])
    .where('id', '=', emergencyId)
    .executeTakeFirstOrThrow()

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

type CallForHelp = {
  readonly personIds: readonly string[]
  readonly requestId: string
  readonly how: ClaimHow
  readonly claimedBy: string | null
}

/** True if the same person or device called for help for all of these people at most a minute before `at`. */
export async function hasCalledForHelp(
  tx: Tx,
  { personIds, requestId, how, claimedBy }: CallForHelp,
  at: Date,
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('emergency_claims')
    .select(it => it.fn.countAll<string>().as('count'))
    .where('roll_entry_id', 'in', personIds)
    .where('request_id', '=', requestId)
    .where('state', '=', 'help')
    .where('how', '=', how)
    .where('claimed_by', 'is not distinct from', claimedBy)
    .where('happened_at', '>=', new Date(at.getTime() - undoHelpMs))
    .executeTakeFirstOrThrow()
  return Number(count) === new Set(personIds).size
}

/** Leaves out, of the claims `c`, those that were taken back and the claims that did so. */
export const isStanding = sql<boolean>`(c.state <> 'undone' and not exists (select from emergency_claims undo
  where undo.roll_entry_id = c.roll_entry_id and undo.undoes = c.request_id))`

/** The state in the claim that the claim `c` takes back; null for all others. Index: emergency_claims_request. */
export const undoneState = sql<PersonState | null>`(select undone.state from emergency_claims undone
  where undone.roll_entry_id = c.roll_entry_id and undone.request_id = c.undoes)`

type EmergencyEnd = { readonly all_clear_at: Date | null; readonly recorded_at: Date | null }

/**
 * True for the claims `c` that belong to an emergency: they happened before its all clear, or arrived before its record, by the clock of
 * the database. Others are corrections.
 */
export const isUntilEnd = ({ all_clear_at, recorded_at }: EmergencyEnd) =>
  all_clear_at === null
    ? sql<boolean>`true`
    : sql<boolean>`(c.happened_at <= ${all_clear_at}::timestamptz or c.received_at <= ${recorded_at ?? all_clear_at}::timestamptz)`

/** True if a person's claim `c` is an answer to the order that counts now, of the emergency `e`. */
export const isToCurrentOrder = sql<boolean>`(c.happened_at >= coalesce(e.ordered_at, e.declared_at) or c.state = 'help')`

type ClaimFacts = {
  readonly roll_entry_id: string
  readonly request_id: string
  readonly state: string
  readonly words: string
  readonly how: string
  readonly happened_at: Date
}

/**
 * By person, for `deriveState`. Without repeats, those before the last ended call for help (except the last ones of the person and
 * of others), changed orders, taken-back ones and, given `end`, corrections. The order that counts now is included for people who
 * came later too.
 */
export async function readClaims(
  tx: Tx,
  personIds: readonly string[],
  end?: EmergencyEnd,
): Promise<ReadonlyMap<string, Claim[]>> {
  const { rows } = await sql<ClaimFacts>`
    with its as (
      select roll_entry_id, request_id, state, words, how, happened_at,
        coalesce(lag(state) over turns = state and lag(how) over turns = how and state <> 'neutral', false) as is_repeated,
        max(happened_at) filter (where state = 'safe' and how <> 'point') over (partition by roll_entry_id) as safe_at,
        row_number() over (partition by roll_entry_id, how = 'own', state = 'neutral'
          order by happened_at desc, state = 'help' desc, request_id desc) as place_from_end
      from (
        select roll_entry_id, request_id, state, words, how, happened_at
        from emergency_claims c where roll_entry_id = any(${[...personIds]}::uuid[]) and ${isStanding}
          and ${end ? isUntilEnd(end) : sql`true`}
        union all
        select p.id, p.id, 'missing', '', 'order', e.ordered_at
        from emergency_people p join emergencies e on e.id = p.emergency_id
        where p.id = any(${[...personIds]}::uuid[]) and e.ordered_at is not null and not exists (
          select from emergency_claims o where o.roll_entry_id = p.id and o.how = 'order' and o.happened_at = e.ordered_at)) c
      window turns as (partition by roll_entry_id order by happened_at, state = 'help', request_id)),
    ended_help as (
      select roll_entry_id, max(happened_at) as at from its where state = 'help' and happened_at < safe_at group by roll_entry_id)
    select its.* from its left join ended_help h using (roll_entry_id)
    where its.place_from_end = 1 or its.how = 'order' or h.at is null and not its.is_repeated
      or its.happened_at = h.at or its.happened_at > h.at and not its.is_repeated`.execute(tx)
  const claimsByPerson = new Map<string, Claim[]>()
  for (const row of rows) {
    const claims = claimsByPerson.get(row.roll_entry_id) ?? []
    claims.push({
      requestId: row.request_id,
      state: row.state as Claim['state'],
      how: row.how as ClaimHow,
      happenedAt: row.happened_at.getTime(),
      words: row.words,
    })
    claimsByPerson.set(row.roll_entry_id, claims)
  }
  return claimsByPerson
}

export async function updateStates(tx: Tx, outcomes: ReadonlyMap<string, PersonOutcome>): Promise<void> {
  if (outcomes.size === 0) return
  const toIso = (claim: Claim | undefined) => (claim ? new Date(claim.happenedAt).toISOString() : null)
  const rows = [...outcomes].map(([id, { state, claim, disputed, answer }]) => ({
    id,
    state,
    at: toIso(claim),
    disputed,
    answer: answer?.words ?? '',
    answered_at: toIso(answer),
  }))
  await sql`update emergency_people p set state = its.state, state_at = its.at, disputed = its.disputed,
      answer = its.answer, answered_at = its.answered_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as its (id uuid, state text, at timestamptz, disputed boolean, answer text, answered_at timestamptz)
    where p.id = its.id`.execute(tx)
}

/** Marks a person's alerts about an emergency as read. */
export async function markEmergencyRead(tx: Tx, emergencyId: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_alerts')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('source', 'in', [`emergency:${emergencyId}`, `emergency:${emergencyId}:nearby`])
    .where('is_read', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
