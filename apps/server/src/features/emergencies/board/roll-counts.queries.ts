import type { EmergencyDetail, StateCounts } from '@muster/contract/emergencies.ts'
import { type PersonState, personStates, type RollReason } from '@muster/domain/emergency.ts'
import { groupsByReason } from '@muster/domain/roll-order.ts'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

type CountRow = {
  readonly emergency_id: string
  readonly state: PersonState
  readonly why: RollReason
  readonly section: number
  readonly is_counted: boolean
  readonly has_answered: boolean
  readonly people: number
}

export type RollCounts = { readonly states: StateCounts } & Pick<
  EmergencyDetail,
  'people' | 'reasons' | 'groups' | 'uncounted' | 'missingOffSite' | 'missingUnknown' | 'answered'
>

/** Counts the people on some rolls; those who do not count are only in `uncounted`. Index: emergency_people_listed. */
export async function countOnRolls(
  tx: Tx,
  emergencyIds: readonly string[],
): Promise<(emergencyId: string) => RollCounts> {
  const rows = await many(tx)<CountRow>`
    select emergency_id, state, why, section, counted or state = 'help' as is_counted, own_state is not null as has_answered,
      count(*)::int as people
    from emergency_people where emergency_id = any(${[...emergencyIds]}::uuid[]) group by 1, 2, 3, 4, 5, 6`
  const rowsByEmergency = Map.groupBy(rows, it => it.emergency_id)
  return emergencyId => toCounts(rowsByEmergency.get(emergencyId) ?? [])
}

export const countOnRoll = async (tx: Tx, emergencyId: string): Promise<RollCounts> =>
  (await countOnRolls(tx, [emergencyId]))(emergencyId)

const sum = (rows: readonly CountRow[] = []) => rows.reduce((total, it) => total + it.people, 0)

function toCounts(rows: readonly CountRow[]): RollCounts {
  const counted = rows.filter(it => it.is_counted)
  const byState = Map.groupBy(counted, it => it.state)
  const missing = byState.get('missing') ?? []
  return {
    people: sum(counted),
    states: Object.fromEntries(personStates.map(it => [it, sum(byState.get(it))])) as StateCounts,
    reasons: [...Map.groupBy(counted, it => it.why)].map(([why, them]) => ({ why, people: sum(them) })),
    groups: [...byState].flatMap(([state, those]) =>
      [...Map.groupBy(those, it => groupsByReason[it.why])].map(([group, them]) => ({
        ...{ state, group, people: sum(them) },
      })),
    ),
    uncounted: sum(rows) - sum(counted),
    missingOffSite: sum(missing.filter(it => it.section === 1)),
    missingUnknown: sum(missing.filter(it => it.section === unknownSection)),
    answered: sum(missing.filter(it => it.has_answered)),
  }
}

/** The section of badges that belong to nobody, as the migration computes it. */
export const unknownSection = 2
