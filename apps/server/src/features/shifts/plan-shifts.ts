import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import {
  countPlans,
  deleteHoliday,
  deletePlan,
  findPlanByRequest,
  type HolidayRow,
  insertHolidays,
  insertPlan,
  isGroupInZone,
  type NewPlan,
  type PlanFields,
  updatePlan,
} from './plans.queries.ts'
import { shiftsEvents } from './shifts.events.ts'

/** Maximum number of holidays per zone. */
const maxHolidays = 1_000

/** Creates a shift plan. A repeated request returns the first one. Throws GROUP_NOT_FOUND, SHIFT_PLANS_FULL, REQUEST_ID_TAKEN. */
export async function planShifts({ tx, publish }: WriteContext, plan: NewPlan): Promise<string> {
  const previousPlan = await findPlanByRequest(tx, plan.createdBy, plan.requestId)
  if (previousPlan) {
    if (previousPlan.zone_id !== plan.zoneId || previousPlan.name !== plan.name)
      throw fail('REQUEST_ID_TAKEN')
    return previousPlan.id
  }
  await requireGroup(tx, plan.zoneId, plan.groupId)
  if ((await countPlans(tx, plan.zoneId)) >= limits.shiftPlansMost) throw fail('SHIFT_PLANS_FULL')
  const insertedPlan = await insertPlan(tx, plan)
  if (!insertedPlan) throw fail('REQUEST_ID_TAKEN')
  publish(shiftsEvents, shiftsChangedEvent(plan.zoneId))
  return insertedPlan.id
}

/** Changes a shift plan. Throws SHIFT_PLAN_NOT_FOUND, GROUP_NOT_FOUND. */
export async function updateShiftPlan(
  { tx, publish }: WriteContext,
  zoneId: string,
  planId: string,
  plan: PlanFields,
): Promise<void> {
  await requireGroup(tx, zoneId, plan.groupId)
  if (!(await updatePlan(tx, zoneId, planId, plan))) throw fail('SHIFT_PLAN_NOT_FOUND')
  publish(shiftsEvents, shiftsChangedEvent(zoneId))
}

/** Removes a shift plan. Throws SHIFT_PLAN_NOT_FOUND. */
export async function removePlan(
  { tx, publish }: WriteContext,
  zoneId: string,
  planId: string,
): Promise<void> {
  if (!(await deletePlan(tx, zoneId, planId))) throw fail('SHIFT_PLAN_NOT_FOUND')
  publish(shiftsEvents, shiftsChangedEvent(zoneId))
}

async function requireGroup(tx: Tx, zoneId: string, groupId: string | null): Promise<void> {
  if (groupId !== null && !(await isGroupInZone(tx, zoneId, groupId))) throw fail('GROUP_NOT_FOUND')
}

/** Adds holidays, and renames those that exist. Throws HOLIDAYS_FULL. */
export async function addHolidays(
  { tx, publish }: WriteContext,
  it: { readonly zoneId: string; readonly createdBy: string; readonly holidays: readonly HolidayRow[] },
): Promise<void> {
  if ((await insertHolidays(tx, it)) > maxHolidays) throw fail('HOLIDAYS_FULL')
  publish(shiftsEvents, shiftsChangedEvent(it.zoneId))
}

/** Removes a holiday; returns false if the day was not a holiday. */
export async function removeHoliday(
  { tx, publish }: WriteContext,
  zoneId: string,
  day: string,
): Promise<boolean> {
  const isRemoved = await deleteHoliday(tx, zoneId, day)
  if (isRemoved) publish(shiftsEvents, shiftsChangedEvent(zoneId))
  return isRemoved
}

const shiftsChangedEvent = (zoneId: string) => ({ kind: 'shifts.changed', zoneId }) as const
