import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import { peopleOnRoll } from './emergencies.audience.ts'
import { emergenciesEvents, emergencyChangedEvent } from './emergencies.events.ts'
import { countStates, type EmergencyRow } from './emergencies.queries.ts'
import { copyContacts, findPlan, type PlanRow, planCopy } from './plans/plans.queries.ts'
import { freezeRoll } from './roll.queries.ts'

type EmergencyForm = {
  readonly zoneId: string | null
  readonly kind: EmergencyKind
  readonly drill: boolean
  readonly message: string
  readonly emergencyPlanId?: string | null
  readonly requestId: string
  readonly declaredBy: string
}

/**
 * Declares an emergency: freezes the roll and calls everybody on it. A repeated request returns the existing emergency. Throws
 * REQUEST_ID_TAKEN, and EMERGENCY_OPEN if the same call is already open, because two managers press the button at the same moment.
 * Runs as the database owner.
 */
export async function declareEmergency(
  { tx, publish, alert }: WriteContext,
  form: EmergencyForm,
): Promise<{ emergencyId: string; people: number }> {
  await lockDeclarations(tx, form.zoneId)
  const existing = await findByRequestId(tx, form)
  if (existing) {
    const isSame =
      existing.zone_id === form.zoneId && existing.kind === form.kind && existing.drill === form.drill
    if (!isSame) throw fail('REQUEST_ID_TAKEN')
    const counts = await countStates(tx, [existing.id])
    return { emergencyId: existing.id, people: counts.get(existing.id)?.people ?? 0 }
  }
  if (await findSameOpen(tx, form)) throw fail('EMERGENCY_OPEN')
  const plan = await findPlan(tx, form)
  const emergency = await insertEmergency(tx, form, plan)
  await copyContacts(tx, emergency)
  const people = await freezeRoll(tx, emergency.id, { ...form, audience: emergency.audience })
  alert(emergencyDeclaredAlert(emergency, peopleOnRoll(emergency.id)))
  publish(emergenciesEvents, emergencyChangedEvent(emergency))
  return { emergencyId: emergency.id, people }
}

/** Makes concurrent declarations for the same zone wait until the transaction ends. */
const lockDeclarations = (tx: Tx, zoneId: string | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`emergency:${zoneId ?? 'all'}`}, 0))`.execute(tx)

const findByRequestId = (tx: Tx, { declaredBy, requestId }: EmergencyForm) =>
  tx
    .selectFrom('emergencies')
    .select(['id', 'zone_id', 'kind', 'drill'])
    .where('declared_by', '=', declaredBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

const findSameOpen = (tx: Tx, { zoneId, kind, drill }: EmergencyForm) =>
  tx
    .selectFrom('emergencies')
    .select('id')
    .where('zone_id', 'is not distinct from', zoneId)
    .where('kind', '=', kind)
    .where('drill', '=', drill)
    .where('all_clear_at', 'is', null)
    .executeTakeFirst()

const insertEmergency = (tx: Tx, form: EmergencyForm, plan: PlanRow | undefined): Promise<EmergencyRow> =>
  tx
    .insertInto('emergencies')
    .values({
      request_id: form.requestId,
      zone_id: form.zoneId,
      zone_name: form.zoneId && sql<string>`(select left(name, 200) from zones where id = ${form.zoneId})`,
      kind: form.kind,
      drill: form.drill,
      message: form.message,
      declared_by: form.declaredBy,
      ...(plan && planCopy(plan, form.message)),
    })
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirstOrThrow()
