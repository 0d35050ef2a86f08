import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { once } from '../../rpc/once.ts'
import {
  countPlans,
  findPlanOfRequest,
  type HolidayRow,
  insertHolidays,
  insertPlan,
  isGroupOf,
  type NewPlan,
  type PlanFields,
  updatePlan,
} from './plans.queries.ts'

/** Plans hours. Sending the same again answers with the plan made the first time. Throws GROUP_NOT_FOUND, SHIFT_PLANS_FULL, REQUEST_ID_TAKEN. */
export async function planShifts(tx: Tx, plan: NewPlan): Promise<string> {
  const { row } = await once({
    find: () => findPlanOfRequest(tx, plan.createdBy, plan.requestId),
    isSame: before => before.zone_id === plan.zoneId && before.name === plan.name,
    insert: async () => {
      await requireGroup(tx, plan.zoneId, plan.groupId)
      if ((await countPlans(tx, plan.zoneId)) >= limits.shiftPlansMost) throw fail('SHIFT_PLANS_FULL')
      return insertPlan(tx, plan)
    },
  })
  return row.id
}

/** Throws SHIFT_PLAN_NOT_FOUND, GROUP_NOT_FOUND. */
export async function changePlan(tx: Tx, zoneId: string, planId: string, plan: PlanFields): Promise<void> {
  await requireGroup(tx, zoneId, plan.groupId)
  if (!(await updatePlan(tx, zoneId, planId, plan))) throw fail('SHIFT_PLAN_NOT_FOUND')
}

async function requireGroup(tx: Tx, zoneId: string, groupId: string | null): Promise<void> {
  if (groupId !== null && !(await isGroupOf(tx, zoneId, groupId))) throw fail('GROUP_NOT_FOUND')
}

/** Throws HOLIDAYS_FULL. */
export async function addHolidays(
  tx: Tx,
  it: { readonly zoneId: string; readonly createdBy: string; readonly holidays: readonly HolidayRow[] },
): Promise<void> {
  if ((await insertHolidays(tx, it)) > limits.holidaysMost) throw fail('HOLIDAYS_FULL')
}
