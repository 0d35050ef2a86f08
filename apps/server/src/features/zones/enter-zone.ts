import { msg } from '@lingui/core/runtime-macro'
import { type PinLock, pinLock } from '@muster/domain/pin.ts'
import { needsPin } from '@muster/domain/role.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { acceptByEntry, acceptBySelection } from './accept-invitation.ts'
import {
  endEntries,
  lockActiveZone,
  lockMembership,
  lockPerson,
  lockPin,
  openEntry,
  readPin,
  rememberFailure,
  resetFailures,
} from './zone-entries.queries.ts'

export type Verify = (hash: string, pin: string) => Promise<boolean>

const WHY = 'PIN hashes and entries are readable and writable by no request'

/**
 * Verifies the person's own PIN and opens the zone for their session. Returns the end of the entry (the end of the session), or
 * null if the role needs no PIN. Entering accepts an invitation. Throws PIN_NOT_SET, PIN_LOCKED, INVALID_PIN, and ZONE_NOT_FOUND if
 * the person lost access to the zone in the meantime.
 *
 * The hash is computed without a database connection. Its result counts only under the lock of the PIN row, which processes
 * attempts one after the other. However many attempts are concurrent, even on several nodes, no more get a verdict than the attempt
 * limit allows.
 */
export async function enterZone(
  db: Database,
  verify: Verify,
  actor: SignedInActor,
  zone: ActorZone,
  pin: string,
  now: number = Date.now(),
): Promise<Date | null> {
  if (!needsPin(zone.role)) {
    if (zone.invited) await db.asActor(actor, tx => acceptBySelection(tx, actor.userId, zone.id))
    return null
  }
  for (;;) {
    const { hash } = requireOpen(await db.asOwner(WHY, tx => readPin(tx, actor.userId)), now)
    const right = await verify(hash, pin)
    const answer = await db.asOwner(WHY, tx => judge(tx, actor, zone.id, { hash, right }, now))
    if (answer instanceof Date) return answer
    // The PIN was changed in the meantime: this result does not apply to the new one.
    if (answer !== 'another-pin') throw answer
  }
}

type Stored = { readonly hash: string; readonly failures: readonly Date[] }

/** Returns failures instead of throwing them, because the counted attempt must be committed. */
async function judge(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  { hash, right }: { hash: string; right: boolean },
  now: number,
) {
  await lockPerson(tx, actor.userId)
  const stored = requireOpen(await lockPin(tx, actor.userId), now)
  if (stored.hash !== hash) return 'another-pin'
  if (right) return open(tx, actor, zoneId)
  await rememberFailure(tx, actor.userId, new Date(now))
  await appendSecurityEvent(tx, {
    type: 'zone_pin_failed',
    description: 'A wrong zone entry PIN was given.',
    actorId: actor.userId,
    affectedUserId: actor.userId,
    severity: 'low',
    metadata: { zoneId },
  })
  const after = pinLock([...toTimes(stored), now], now)
  // The person guessing may be using a session that has entered before.
  if (after.locked) await endEntries(tx, actor.userId)
  return after.locked ? lockedFailure(after) : fail('INVALID_PIN', { triesLeft: after.triesLeft })
}

/**
 * Checks again what was read before the PIN was verified, because the zone may have been suspended or the membership ended. With
 * these locks, either this transaction sees the change, or the change sees the entry and ends it. Throws ZONE_NOT_FOUND.
 */
async function open(tx: Tx, actor: SignedInActor, zoneId: string): Promise<Date> {
  if (!(await lockMembership(tx, actor.userId, zoneId))) throw fail('ZONE_NOT_FOUND')
  await resetFailures(tx, actor.userId)
  await acceptByEntry(tx, actor.userId, zoneId)
  if (!(await lockActiveZone(tx, zoneId))) throw fail('ZONE_NOT_FOUND')
  return openEntry(tx, actor, zoneId)
}

/** Returns the PIN if it can be tried. Throws PIN_NOT_SET or PIN_LOCKED. */
function requireOpen(stored: Stored | undefined, now: number): Stored {
  if (!stored) throw fail('PIN_NOT_SET')
  const lock = pinLock(toTimes(stored), now)
  if (lock.locked) throw lockedFailure(lock)
  return stored
}

const toTimes = ({ failures }: Stored) => failures.map(at => at.getTime())

function lockedFailure({ until }: Extract<PinLock, { locked: true }>) {
  return until === null
    ? fail('PIN_LOCKED', { until: null }, msg`Too many wrong PINs. Ask a zone manager to reset your PIN.`)
    : fail('PIN_LOCKED', { until: new Date(until).toISOString() }, msg`Too many wrong PINs. Try again later.`)
}
