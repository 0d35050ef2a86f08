import { clampClaimTime } from '@muster/domain/claims.ts'
import type { WriteContext } from '../../../live/write.ts'
import type { CallInput } from '../../../rpc/call-input.ts'
import { fail } from '../../../rpc/fail.ts'
import { mayMark } from '../claim-guards.ts'
import type { ClaimAuthor } from '../claims.queries.ts'
import { publishProgress } from '../emergencies.events.ts'
import type { ManagedEmergency } from '../emergencies.policy.ts'
import { findSweepArea } from './sweeps.queries.ts'

type SweepForm = Omit<CallInput<'captains', 'sweep'>, 'emergencyId' | 'waitedMs'> & ClaimAuthor

/** Repeatable. Also accepts what happened before the all clear, from phones without a network. Throws SWEEP_AREA_NOT_FOUND. */
export async function recordSweep(
  context: WriteContext,
  emergency: ManagedEmergency,
  { areaId, at, requestId, state, note, claimedBy }: SweepForm,
): Promise<void> {
  const { tx } = context
  const area = await findSweepArea(tx, emergency.id, areaId)
  if (!area || !mayMark(emergency, area.zone_id, at)) throw fail('SWEEP_AREA_NOT_FOUND')
  const bounds = { declaredAt: emergency.declared_at.getTime(), now: Date.now() }
  await tx
    .insertInto('emergency_sweeps')
    .values({
      ...area,
      emergency_id: emergency.id,
      request_id: requestId,
      state,
      note,
      claimed_by: claimedBy,
      happened_at: new Date(clampClaimTime(at.getTime(), bounds)),
    })
    .onConflict(it => it.columns(['emergency_id', 'area_key', 'request_id']).doNothing())
    .execute()
  publishProgress(context, emergency, [area.zone_id])
}
