import { pinLock } from '@muster/domain/pin.ts'
import { needsPin } from '@muster/domain/role.ts'
import type { Database } from '../../db/database.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/security.queries.ts'
import { lockPin, openEntry, rememberFailure, resetFailures } from './zone-entries.queries.ts'

type Verify = (hash: string, pin: string) => Promise<boolean>

/**
 * Verifies the person's own PIN and opens the zone for their session; answers with the end of the entry (the end of
 * the session), or null where the role needs no PIN. Tries of one person are judged one after the other, under the lock
 * of their PIN row, so that many connections get no more tries than one.
 * Throws PIN_NOT_SET, PIN_LOCKED, INVALID_PIN.
 */
export async function enterZone(
  db: Database,
  verify: Verify,
  actor: SignedInActor,
  zone: ActorZone,
  pin: string,
  now: number = Date.now(),
): Promise<Date | null> {
  if (!needsPin(zone.role)) return null
  const answer = await db.asOwner('PIN hashes and entries are written by nobody else', async tx => {
    const stored = await lockPin(tx, actor.userId)
    if (!stored) return fail('PIN_NOT_SET')
    const failures = stored.failures.map(at => at.getTime())
    const lock = pinLock(failures, now)
    if (lock.locked) return lockedFailure(lock.until)
    if (await verify(stored.hash, pin)) {
      await resetFailures(tx, actor.userId)
      return openEntry(tx, actor, zone.id)
    }
    await rememberFailure(tx, actor.userId, new Date(now))
    await appendSecurityEvent(tx, {
      type: 'zone_pin_failed',
      description: 'A wrong zone entry PIN was given.',
      actorId: actor.userId,
      affectedUserId: actor.userId,
      severity: 'low',
      metadata: { zoneId: zone.id },
    })
    const after = pinLock([...failures, now], now)
    return after.locked ? lockedFailure(after.until) : fail('INVALID_PIN', { triesLeft: after.triesLeft })
  })
  if (answer instanceof Date) return answer
  throw answer
}

function lockedFailure(until: number | null) {
  return until === null
    ? fail('PIN_LOCKED', { until: null }, 'Too many wrong PINs. Ask a zone manager to reset your PIN.')
    : fail('PIN_LOCKED', { until: new Date(until).toISOString() }, 'Too many wrong PINs. Try again later.')
}
