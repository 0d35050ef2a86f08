import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { emergenciesEvents, emergencyProgressEvent } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { countByHand, findByRequest, insertByHand, lockOpen } from './roll.queries.ts'

type AddedForm = {
  readonly name: string
  readonly phone: string
  readonly requestId: string
  readonly addedBy: string
}

/**
 * Adds somebody to the roll by hand; a repeated request returns the same row. Throws EMERGENCY_ENDED or EMERGENCY_ROLL_FULL. Runs as
 * the database owner.
 */
export async function addByHand(
  { tx, publish }: WriteContext,
  emergency: EmergencyRow,
  form: AddedForm,
): Promise<string> {
  const existing = await findByRequest(tx, emergency.id, form.requestId)
  if (existing) return existing.id
  if (!(await lockOpen(tx, emergency.id))) throw fail('EMERGENCY_ENDED')
  if ((await countByHand(tx, emergency.id)) >= limits.emergencyAddedMost) throw fail('EMERGENCY_ROLL_FULL')
  const inserted = await insertByHand(tx, {
    ...form,
    emergencyId: emergency.id,
    zoneId: emergency.zone_id,
    zoneName: emergency.zone_name,
  })
  publish(emergenciesEvents, emergencyProgressEvent(emergency))
  const row = inserted ?? (await findByRequest(tx, emergency.id, form.requestId))
  if (!row) throw fail('EMERGENCY_NOT_FOUND')
  return row.id
}
