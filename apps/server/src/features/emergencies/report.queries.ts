import {
  type ClaimHow,
  deriveState,
  findAccountedTimes,
  isAccounted,
  type PersonState,
  personStates,
} from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isStanding, isUntilEnd, readClaims, undoneState } from './claims.queries.ts'
import type { EmergencyRow, RollCounts } from './emergencies.queries.ts'

type Times = Pick<EmergencyRow, 'id' | 'declared_at' | 'all_clear_at' | 'recorded_at'>

/** How a person stood at the all clear or, while the emergency is open, how they stand now. Times are in milliseconds. */
export type ReportOutcome = {
  readonly id: string
  readonly name: string
  readonly badge: string | null
  readonly sortName: string
  readonly state: PersonState
  readonly stateAt: number | null
  readonly how: ClaimHow | null
  readonly disputed: boolean
  readonly answer: string
  readonly answeredAt: number | null
  /** The present state, if it was corrected since the all clear; otherwise null. */
  readonly correctedTo: PersonState | null
  /** False for people who do not count, unless they needed help. */
  readonly isCounted: boolean
  /** At the declaration, or later for those who came in later. */
  readonly calledAt: number
  readonly accountedAt: number | undefined
  /** From the call until the person was accounted for or, if they never were, until the all clear; 0 for people who do not count. */
  readonly missingMs: number
}

type StoredOutcome = {
  readonly id: string
  readonly name: string
  readonly badge: string | null
  readonly sort_name: string
  readonly counted: boolean
  readonly added_at: Date
  readonly state: PersonState
  readonly state_at: Date | null
  readonly disputed: boolean
  readonly answer: string
  readonly answered_at: Date | null
  readonly how: ClaimHow | null
  readonly has_several: boolean
}

/** Number of people whose claims are read at once. */
const peopleAtOnce = 500

/** At the all clear; what was said later is a correction. Reads only claims of people with several, or a correction. */
export async function readOutcomes(
  tx: Tx,
  emergency: Times,
  personIds?: readonly string[],
): Promise<ReportOutcome[]> {
  const { rows } = await sql<StoredOutcome>`
    select p.id, p.name, p.badge, p.sort_name, p.counted, p.added_at, p.state, p.state_at, p.disputed, p.answer, p.answered_at,
      (select c.how from emergency_claims c
        where c.roll_entry_id = p.id and c.state = p.state and c.happened_at = p.state_at order by c.id limit 1) as how,
      (select count(*) from (select from emergency_claims c where c.roll_entry_id = p.id limit 2) its) = 2 as has_several
    from emergency_people p
    where p.emergency_id = ${emergency.id} and (${personIds === undefined} or p.id = any(${[...(personIds ?? [])]}::uuid[]))
    order by p.sort_name, p.id`.execute(tx)
  const until = emergency.all_clear_at
  const derivedRows = rows.filter(
    it => it.has_several || (until !== null && it.state_at !== null && it.state_at > until),
  )
  const outcomes = new Map<string, ReturnType<typeof deriveState>>()
  for (let start = 0; start < derivedRows.length; start += peopleAtOnce) {
    const ids = derivedRows.slice(start, start + peopleAtOnce).map(it => it.id)
    const claims = await readClaims(tx, ids, emergency)
    for (const id of ids) outcomes.set(id, deriveState(claims.get(id) ?? []))
  }
  return rows.map(row => toOutcome(row, emergency, outcomes.get(row.id)))
}

function toOutcome(
  row: StoredOutcome,
  emergency: Times,
  derived: ReturnType<typeof deriveState> | undefined,
): ReportOutcome {
  const state = derived?.state ?? row.state
  const storedAt = row.state_at?.getTime() ?? null
  const accountedAt = derived ? derived.accountedAt : isAccounted(state) ? (storedAt ?? undefined) : undefined
  const calledAt = Math.max(
    emergency.declared_at.getTime(),
    Math.min(row.added_at.getTime(), accountedAt ?? Number.POSITIVE_INFINITY),
  )
  const isCounted = row.counted || state === 'help'
  const end = accountedAt ?? emergency.all_clear_at?.getTime() ?? calledAt
  return {
    id: row.id,
    name: row.name,
    badge: row.badge,
    sortName: row.sort_name,
    state,
    stateAt: derived ? (derived.claim?.happenedAt ?? null) : storedAt,
    how: derived ? (derived.claim?.how ?? null) : row.how,
    disputed: derived ? derived.disputed : row.disputed,
    answer: derived ? (derived.answer?.words ?? '') : row.answer,
    answeredAt: derived ? (derived.answer?.happenedAt ?? null) : (row.answered_at?.getTime() ?? null),
    correctedTo: state === row.state ? null : row.state,
    isCounted,
    calledAt,
    accountedAt,
    missingMs: isCounted ? Math.max(0, end - calledAt) : 0,
  }
}

/** Milliseconds from the declaration until each share was accounted for; never accounted for counts as missing longest. */
export function summarizeOutcomes(
  outcomes: readonly ReportOutcome[],
  { declared_at }: Pick<EmergencyRow, 'declared_at'>,
  maxLongest: number,
) {
  const counted = outcomes.filter(it => it.isCounted)
  const accounted = counted.flatMap(it => (it.accountedAt === undefined ? [] : [it.accountedAt]))
  const countState = (state: PersonState) => counted.filter(it => it.state === state).length
  const states = Object.fromEntries(personStates.map(it => [it, countState(it)])) as RollCounts['states']
  const byHow = Map.groupBy(
    counted.filter(it => isAccounted(it.state)),
    it => it.how,
  )
  return {
    states,
    accountedMs: findAccountedTimes(
      accounted.map(at => Math.max(0, at - declared_at.getTime())),
      counted.length,
    ),
    hows: [...byHow].flatMap(([how, people]) => (how === null ? [] : [{ how, people: people.length }])),
    longest: counted
      .toSorted(
        (one, other) =>
          Number(isAccounted(one.state)) - Number(isAccounted(other.state)) ||
          other.missingMs - one.missingMs,
      )
      .slice(0, maxLongest),
  }
}

/** Lists the calls for help until the all clear, and when one was taken back. */
export async function listCallsForHelp(
  tx: Tx,
  emergency: Times,
  limit: number,
): Promise<{ at: Date; undone: boolean; name: string; badge: string | null }[]> {
  const { rows } = await sql<{ at: Date; undone: boolean; name: string; badge: string | null }>`
    select c.happened_at as at, c.state = 'undone' as undone, p.name, p.badge from emergency_claims c join emergency_people p on p.id = c.roll_entry_id
    where c.emergency_id = ${emergency.id} and (c.state = 'help' or ${undoneState} = 'help') and ${isUntilEnd(emergency)}
    order by c.happened_at, c.id limit ${limit}`.execute(tx)
  return rows
}

export type CorrectionRow = {
  readonly at: Date
  readonly name: string
  readonly badge: string | null
  readonly state: PersonState
  readonly claimed_by: string | null
}

/** Lists what managers said about people after the all clear, in order of time. Index: emergency_claims_emergency. */
export async function listCorrections(tx: Tx, emergency: Times, limit: number): Promise<CorrectionRow[]> {
  if (emergency.all_clear_at === null) return []
  const { rows } = await sql<CorrectionRow>`
    select c.happened_at as at, p.name, p.badge, c.state, c.claimed_by from emergency_claims c join emergency_people p on p.id = c.roll_entry_id
    where c.emergency_id = ${emergency.id} and c.how = 'captain' and not ${isUntilEnd(emergency)} and ${isStanding}
    order by c.happened_at, c.id limit ${limit}`.execute(tx)
  return rows
}
