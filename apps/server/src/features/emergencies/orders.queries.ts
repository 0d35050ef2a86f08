import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'
import { readOutcomes, updateStates } from './claims.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { type PlanRow, planCopy } from './plans/plans.queries.ts'
import { listStates } from './record.queries.ts'

type NewOrder = {
  readonly kind: EmergencyKind
  readonly message: string
  readonly plan: PlanRow | undefined
}

/** The columns of an emergency that follows no plan of a zone. */
const withoutPlan = {
  plan_id: null,
  plan_name: '',
  messages: '{}',
  audience: [],
  answers: '{}',
  point_names: [],
  ask_again_minutes: null,
  ask_again_at: null,
  tell_at: null,
}

/** Stores another order of an open emergency, whose roll is locked. Its plan replaces the one before. */
export const storeOrder = (
  tx: Tx,
  emergencyId: string,
  { kind, message, plan }: NewOrder,
): Promise<EmergencyRow> =>
  tx
    .updateTable('emergencies')
    .set({
      kind,
      message,
      // Later than everything that was said to the order before, also by the clock of another node.
      ordered_at: sql<Date>`greatest(clock_timestamp(),
        (select max(happened_at) + interval '1 millisecond' from emergency_claims where emergency_id = ${emergencyId}))`,
      asked_again: 0,
      ...(plan ? planCopy(plan, message) : withoutPlan),
    })
    .where('id', '=', emergencyId)
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirstOrThrow()

/** Adds the claim that everybody is asked again, and the states that follow from it. */
export async function askAgain(
  tx: Tx,
  emergencyId: string,
  { requestId, givenBy }: { readonly requestId: string; readonly givenBy: string },
): Promise<void> {
  await run(tx)`
    insert into emergency_claims (emergency_id, roll_entry_id, zone_id, request_id, state, how, claimed_by, happened_at)
    select e.id, p.id, p.zone_id, ${requestId}, 'missing', 'order', ${givenBy}, e.ordered_at
    from emergencies e join emergency_people p on p.emergency_id = e.id where e.id = ${emergencyId}`
  const people = (await listStates(tx, emergencyId)).map(it => it.id)
  const readOutcome = await readOutcomes(tx, people)
  await updateStates(tx, new Map(people.map(id => [id, readOutcome(id)])))
}
