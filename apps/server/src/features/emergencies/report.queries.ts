import type { StateCounts } from '@muster/contract/emergencies.ts'
import type { PersonOutcome } from '@muster/domain/claims.ts'
import {
  findAccountedTimes,
  isAccounted,
  type PersonState,
  personStates,
  type RollReason,
} from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { many, type TableRow } from '../../db/rows.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { readOutcomes } from './claims.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import type { PersonCursor } from './roll-people.queries.ts'

type PersonOnRoll = Pick<
  TableRow<'emergency_people'>,
  'id' | 'name' | 'badge' | 'note' | 'sort_name' | 'zone_name' | 'inside_since' | 'seen_at' | 'counted'
> &
  Pick<TableRow<'emergency_people'>, 'uncounted_reason' | 'added_at'> & {
    readonly why: RollReason
    readonly stored_state: PersonState
  }

/** How a person stood at the all clear or, while the emergency is open, how they stand now. Times are in milliseconds. */
export type ReportRow = Omit<PersonOnRoll, 'counted' | 'added_at' | 'stored_state'> &
  PersonOutcome & {
    /** The present state, if it was corrected since the all clear; otherwise null. */
    readonly correctedTo: PersonState | null
    /** False for people who do not count, unless they needed help. */
    readonly isCounted: boolean
    /** True if what decided the state arrived after the record. */
    readonly isLate: boolean
    /** At the declaration, or later for those who came in later. */
    readonly calledAt: number
    /** From the call until the person was accounted for or, if they never were, until the all clear; 0 for people who do not count. */
    readonly missingMs: number
  }

/** Lists the roll by surname, all of it or a page. */
export async function listReportRows(
  tx: Tx,
  emergency: Pick<EmergencyRow, 'id' | 'declared_at' | 'all_clear_at' | 'recorded_at'>,
  { after, limit }: Partial<PageOf<Pick<PersonCursor, 'name' | 'id'>>> = {},
): Promise<ReportRow[]> {
  const rows = await many(tx)<PersonOnRoll>`
    select id, name, badge, note, sort_name, zone_name, why, inside_since, seen_at, counted, uncounted_reason, added_at, state as stored_state
    from emergency_people
    where emergency_id = ${emergency.id}
      and (${after === undefined} or (sort_name, id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid))
    order by sort_name, id limit ${limit ?? null}`
  const readOutcome = await readOutcomes(
    tx,
    rows.map(it => it.id),
    { untilEnd: true },
  )
  return rows.map(({ counted, added_at, stored_state, ...person }) => {
    const outcome = readOutcome(person.id)
    const { state, claim, accountedAt } = outcome
    const isCounted = counted || state === 'help'
    const calledAt = Math.max(
      emergency.declared_at.getTime(),
      Math.min(added_at.getTime(), accountedAt ?? Number.POSITIVE_INFINITY),
    )
    const end = accountedAt ?? emergency.all_clear_at?.getTime() ?? calledAt
    const recordedAt = emergency.recorded_at?.getTime() ?? Number.POSITIVE_INFINITY
    return {
      ...person,
      ...outcome,
      uncounted_reason: isCounted ? null : (person.uncounted_reason ?? ''),
      correctedTo: state === stored_state ? null : stored_state,
      isCounted,
      isLate: claim !== undefined && claim.receivedAt > recordedAt,
      calledAt,
      missingMs: isCounted ? Math.max(0, end - calledAt) : 0,
    }
  })
}

/** Milliseconds from the declaration until each share was accounted for; never accounted for counts as missing longest. */
export function summarizeOutcomes(
  rows: readonly ReportRow[],
  { declared_at }: Pick<EmergencyRow, 'declared_at'>,
  maxLongest: number,
) {
  const counted = rows.filter(it => it.isCounted)
  const accounted = counted.flatMap(it => (it.accountedAt === undefined ? [] : [it.accountedAt]))
  const countState = (state: PersonState) => counted.filter(it => it.state === state).length
  const states = Object.fromEntries(personStates.map(it => [it, countState(it)])) as StateCounts
  const byHow = Map.groupBy(
    counted.filter(it => isAccounted(it.state)),
    it => it.claim?.how,
  )
  return {
    states,
    accountedMs: findAccountedTimes(
      accounted.map(at => Math.max(0, at - declared_at.getTime())),
      counted.length,
    ),
    hows: [...byHow].flatMap(([how, people]) => (how === undefined ? [] : [{ how, people: people.length }])),
    longest: counted
      .toSorted(
        (one, other) =>
          Number(isAccounted(one.state)) - Number(isAccounted(other.state)) ||
          other.missingMs - one.missingMs,
      )
      .slice(0, maxLongest),
  }
}

/** Lists some of what was said about people, in order of time. */
export const listClaims = <Kind extends 'calls' | 'corrections'>(
  rows: readonly ReportRow[],
  kind: Kind,
  limit: number,
) =>
  rows
    .flatMap(person => person[kind].map((claim: PersonOutcome[Kind][number]) => ({ person, claim })))
    .sort((one, other) => one.claim.happenedAt - other.claim.happenedAt)
    .slice(0, limit)
