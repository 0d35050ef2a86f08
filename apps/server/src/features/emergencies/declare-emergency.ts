import { isDeepStrictEqual } from 'node:util'
import { callsPeopleInside, type EmergencyScope } from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { oneValue, run } from '../../db/rows.ts'
import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { alertOthers, alertPeople } from './alert-people.ts'
import { countOnRoll } from './board/roll-counts.queries.ts'
import { loadNames } from './captains/captain-list.queries.ts'
import { notifyCaptains } from './captains/notify-captains.ts'
import { freezeAreas } from './captains/sweeps.queries.ts'
import { captainNeededAlert, emergencyDeclaredAlert, emergencyLeadAlert } from './emergencies.alerts.ts'
import { captainsNotCalled, leaders, peopleOnRoll } from './emergencies.audience.ts'
import { publishChanged } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import {
  insertZones,
  joinZoneNames,
  listZoneIds,
  readZoneNames,
  type TargetZones,
} from './emergency-zones.queries.ts'
import { freezeLeavers } from './leavers.queries.ts'
import { copyContacts, findPlan, type PlanRow, planCopy } from './plans/plans.queries.ts'
import { addToRoll, selectCalled } from './roll.queries.ts'

/**
 * Calls everybody on the roll of a new emergency, and tells captains and those who lead. Other members are asked once everybody who
 * is inside by badge is on the roll too (`noteBadges`).
 */
async function callPeople(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
): Promise<void> {
  const { id, declared_by } = emergency
  await alertPeople(context, emergency, peopleOnRoll(id), emergencyDeclaredAlert)
  await alertOthers(context, emergency, captainsNotCalled(id), captainNeededAlert)
  const { name } = (await loadNames(context.tx, [declared_by]))(declared_by)
  await alertOthers(context, emergency, leaders(id), (it, to) => emergencyLeadAlert(it, name, to))
}

type EmergencyForm = Omit<CallInput<'emergencies', 'declare'>, 'zoneId' | 'moreZoneIds' | 'expected'> & {
  readonly zoneIds: TargetZones
  readonly shiftsIn: string | null
  readonly declaredBy: string
}

/**
 * Repeatable. Throws REQUEST_ID_TAKEN, and EMERGENCY_OPEN if the same call is open in each zone: two managers press at once. A call
 * that reaches another zone is never refused. `breakOffDrills` and `noteBadges` follow in own transactions, so that neither delays
 * the call.
 */
export async function declareEmergency(
  context: WriteContext,
  form: EmergencyForm,
): Promise<{ emergencyId: string; people: number }> {
  const { tx } = context
  await lockDeclarations(tx, form.zoneIds)
  const existing = await findByRequestId(tx, form)
  if (existing) {
    if (!(await isSame(tx, existing, form))) throw fail('REQUEST_ID_TAKEN')
    return { emergencyId: existing.id, people: (await countOnRoll(tx, existing.id)).people }
  }
  if (await hasSameOpen(tx, form)) throw fail('EMERGENCY_OPEN')
  // A call for several zones follows the plan of the first one.
  const plan = await findPlan(tx, { ...form, zoneId: form.zoneIds?.[0] ?? null })
  const emergency = await insertEmergency(tx, form, plan)
  await copyContacts(tx, emergency)
  await insertZones(tx, emergency.id, form.zoneIds)
  const people = await addToRoll(tx, emergency.id, selectCalled({ ...form, audience: emergency.audience }))
  if (callsPeopleInside(form.kind)) await freezeLeavers(tx, emergency.id, form.zoneIds)
  await freezeAreas(tx, emergency.id)
  await callPeople(context, emergency)
  publishChanged(context, emergency, await listZoneIds(tx, emergency.id), 'declared')
  await notifyCaptains(context, emergency.id)
  return { emergencyId: emergency.id, people: people.filter(it => it.counted).length }
}

/** Makes concurrent declarations wait for each other that share a zone, or that are both for all zones. */
const lockDeclarations = (tx: Tx, zoneIds: TargetZones) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended('emergency:' || key, 0))
    from unnest(${zoneIds === null ? ['all'] : [...zoneIds].sort()}::text[]) as key`

const findByRequestId = (tx: Tx, { declaredBy, requestId }: EmergencyForm) =>
  tx
    .selectFrom('emergencies')
    .select(['id', 'scope', 'kind', 'drill'])
    .where('declared_by', '=', declaredBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

async function isSame(
  tx: Tx,
  existing: Pick<EmergencyRow, 'id' | 'scope' | 'kind' | 'drill'>,
  { zoneIds, kind, drill }: EmergencyForm,
): Promise<boolean> {
  if (existing.kind !== kind || existing.drill !== drill || existing.scope !== toScope(zoneIds)) return false
  return zoneIds === null || isDeepStrictEqual(new Set(await listZoneIds(tx, existing.id)), new Set(zoneIds))
}

const toScope = (zoneIds: TargetZones): EmergencyScope =>
  zoneIds === null ? 'all' : zoneIds.length === 1 ? 'zone' : 'zones'

/** True if the same call is open in each of the zones or, for all zones, in all of them. */
const hasSameOpen = (tx: Tx, { zoneIds, kind, drill }: EmergencyForm) =>
  oneValue(tx)<boolean>`
    with same as (
      select id, scope from emergencies where all_clear_at is null and kind = ${kind} and drill = ${drill})
    select case when ${zoneIds === null} then exists (select from same where scope = 'all')
      else not exists (select from unnest(${[...(zoneIds ?? [])]}::uuid[]) as wanted
        where not exists (select from emergency_zones z join same on same.id = z.emergency_id where z.zone_id = wanted)) end as is_open`

async function insertEmergency(
  tx: Tx,
  { zoneIds, ...form }: EmergencyForm,
  plan: PlanRow | undefined,
): Promise<EmergencyRow> {
  return tx
    .insertInto('emergencies')
    .values({
      request_id: form.requestId,
      scope: toScope(zoneIds),
      zone_id: zoneIds?.length === 1 ? (zoneIds[0] ?? null) : null,
      zone_name: zoneIds && joinZoneNames(await readZoneNames(tx, zoneIds)),
      kind: form.kind,
      drill: form.drill,
      message: form.message,
      declared_by: form.declaredBy,
      ...(plan && planCopy(plan, form.message)),
    })
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirstOrThrow()
}
