import { maxPushDevices } from '@muster/domain/push.ts'
import type { Actor } from '../../db/actor.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import {
  type DeviceRow,
  findSameSubscription,
  insertSubscription,
  listDevices,
  lockOwner,
  type NewSubscription,
} from './push.queries.ts'

/** Stores the subscription of the session's browser; an identical one stays unchanged. Throws PUSH_DEVICES_FULL. */
export async function subscribe(
  tx: Tx,
  actor: Actor,
  subscription: NewSubscription,
  userAgent: string,
): Promise<DeviceRow> {
  await lockOwner(tx, actor.userId)
  const existing = await findSameSubscription(tx, actor, subscription)
  if (existing) return existing
  const otherDevices = (await listDevices(tx)).filter(it => it.session_id !== actor.sessionId)
  if (otherDevices.length >= maxPushDevices) throw fail('PUSH_DEVICES_FULL')
  return insertSubscription(tx, actor, subscription, userAgent)
}
