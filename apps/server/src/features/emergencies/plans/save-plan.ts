import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../../live/write.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import { listPoints, lockPoints } from '../assembly-points.queries.ts'
import { emergenciesEvents } from '../emergencies.events.ts'
import {
  countReachable,
  deletePlan,
  listPlans,
  lockPlans,
  type PlanForm,
  upsertPlan,
} from './plans.queries.ts'

type Write = Pick<WriteContext, 'tx' | 'publish'>
type Target = { readonly zoneId: string; readonly actorId: string }
/** When the caller's version of an existing plan was saved; undefined for a new plan, and if the caller does not say. */
type ExpectedPlan = { readonly expectedChangedAt?: string | undefined }

/**
 * Throws LIST_CHANGED (somebody changed or deleted the expected version), EMERGENCY_PLANS_FULL, EMERGENCY_PLAN_NAME_TAKEN,
 * EMERGENCY_CONTACT_NOT_FOUND, ASSEMBLY_POINT_NOT_FOUND, and EMERGENCY_PLAN_NOT_FOUND for another zone's plan.
 */
export async function savePlan(
  { tx, publish }: Write,
  form: PlanForm,
  { zoneId, actorId, expectedChangedAt }: Target & ExpectedPlan,
): Promise<void> {
  // Before the plans, as where the points are changed.
  await lockPoints(tx, zoneId)
  await lockPlans(tx, zoneId)
  const plans = await listPlans(tx, zoneId, limits.emergencyPlansMost)
  if (
    expectedChangedAt !== undefined &&
    plans.find(it => it.id === form.id)?.changed_at !== expectedChangedAt
  )
    throw fail('LIST_CHANGED')
  const others = plans.filter(it => it.id !== form.id)
  if (others.length >= limits.emergencyPlansMost) throw fail('EMERGENCY_PLANS_FULL')
  if (others.some(it => it.name.toLowerCase() === form.name.toLowerCase()))
    throw fail('EMERGENCY_PLAN_NAME_TAKEN')
  const contactIds = [...new Set(form.contactIds)]
  if ((await countReachable(tx, zoneId, contactIds)) < contactIds.length)
    throw fail('EMERGENCY_CONTACT_NOT_FOUND')
  const points = new Set((await listPoints(tx, zoneId, limits.assemblyPointsMost)).map(it => it.name))
  if (form.point_names.some(it => !points.has(it))) throw fail('ASSEMBLY_POINT_NOT_FOUND')
  if (!(await upsertPlan(tx, zoneId, form))) throw fail('EMERGENCY_PLAN_NOT_FOUND')
  await audit(tx, 'emergency_plan_changed:saved', {
    actorId,
    zoneId,
    planId: form.id,
    name: form.name,
    kind: form.kind,
  })
  publish(emergenciesEvents, { kind: 'emergency_plans.changed', zoneId })
}

/** Deletes a plan. Emergencies that were declared with it go on as before. */
export async function removePlan(
  { tx, publish }: Write,
  planId: string,
  { zoneId, actorId }: Target,
): Promise<void> {
  await lockPlans(tx, zoneId)
  const name = await deletePlan(tx, zoneId, planId)
  if (name === undefined) throw fail('EMERGENCY_PLAN_NOT_FOUND')
  await audit(tx, 'emergency_plan_changed:deleted', { actorId, zoneId, planId, name })
  publish(emergenciesEvents, { kind: 'emergency_plans.changed', zoneId })
}
