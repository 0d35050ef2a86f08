import { pinLock, pinPolicy } from '@muster/domain/pin.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { lockPin, readName, storeResetRequest } from './zone-entries.queries.ts'
import { zonesEvents } from './zones.events.ts'

/** Tells managers of the locked PIN at most once in 15 minutes; returns the latest time. Throws PIN_NOT_SET, PIN_NOT_LOCKED. */
export async function requestPinReset(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  now: number = Date.now(),
): Promise<Date> {
  // Row lock, so that a double tap notifies them only once.
  const storedPin = await lockPin(tx, actor.userId)
  if (!storedPin) throw fail('PIN_NOT_SET')
  const failures = storedPin.failures.map(at => at.getTime())
  if (!pinLock(failures, now).locked) throw fail('PIN_NOT_LOCKED')
  const previousRequestAt = storedPin.reset_asked_at
  if (previousRequestAt && now - previousRequestAt.getTime() < pinPolicy.askAgainMs) return previousRequestAt
  const requestedAt = new Date(now)
  await storeResetRequest(tx, actor.userId, requestedAt)
  const userName = await readName(tx, actor.userId)
  await appendEvents(
    tx,
    announce(zonesEvents, { kind: 'pin.reset_asked', zoneId, userId: actor.userId, userName }),
  )
  await audit(tx, 'zone_pin_reset_asked', { actorId: actor.userId, aboutId: actor.userId, zoneId })
  return requestedAt
}
