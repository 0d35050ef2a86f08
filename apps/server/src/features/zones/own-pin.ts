import type { OwnPin } from '@muster/contract/zones.ts'
import { pinLock } from '@muster/domain/pin.ts'
import type { Tx } from '../../db/database.ts'
import { readPin } from './zone-entries.queries.ts'

/** Returns the status of the person's PIN: not set, open or locked. */
export async function readOwnPin(tx: Tx, userId: string, now: number = Date.now()): Promise<OwnPin> {
  const storedPin = await readPin(tx, userId)
  if (!storedPin) return { state: 'not_set', lockedUntil: null, resetAskedAt: null }
  const lock = pinLock(
    storedPin.failures.map(at => at.getTime()),
    now,
  )
  if (!lock.locked) return { state: 'open', lockedUntil: null, resetAskedAt: null }
  return {
    state: 'locked',
    lockedUntil: lock.until === null ? null : new Date(lock.until).toISOString(),
    resetAskedAt: storedPin.reset_asked_at?.toISOString() ?? null,
  }
}
