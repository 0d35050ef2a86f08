import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { type PlanRow, planCopy } from './plans/plans.queries.ts'

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

/** Stores another order of an open emergency, whose plan replaces the one before. */
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
      ordered_at: sql<Date>`clock_timestamp()`,
      asked_again: 0,
      ...(plan ? planCopy(plan, message) : withoutPlan),
    })
    .where('id', '=', emergencyId)
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirstOrThrow()

/** Two statements: the claim from which `deriveState` follows, and the states that it gives. */
export async function askAgain(
  tx: Tx,
  emergencyId: string,
  { requestId, givenBy }: { readonly requestId: string; readonly givenBy: string },
): Promise<void> {
  // In the order of their ids, as everything that locks people on a roll.
  await sql`select from emergency_people where emergency_id = ${emergencyId} order by id for no key update`.execute(
    tx,
  )
  await sql`insert into emergency_claims (emergency_id, roll_entry_id, zone_id, request_id, state, how, claimed_by, happened_at)
    select e.id, p.id, p.zone_id, ${requestId}, 'missing', 'order', ${givenBy}, e.ordered_at
    from emergencies e join emergency_people p on p.emergency_id = e.id where e.id = ${emergencyId}`.execute(
    tx,
  )
  await sql`update emergency_people p set disputed = false, answer = '', answered_at = null,
      state = case when p.state = 'safe' then 'missing' else p.state end,
      state_at = case when p.state = 'safe' then e.ordered_at else p.state_at end
    from emergencies e where e.id = ${emergencyId} and p.emergency_id = e.id`.execute(tx)
}

/** Drops what is left to write of the call and the question to members nearby. */
export const dropOrdersOfCall = (tx: Tx, emergencyId: string) =>
  tx
    .deleteFrom('alert_orders')
    .where('source', 'in', [`emergency:${emergencyId}`, `emergency:${emergencyId}:nearby`])
    .execute()
