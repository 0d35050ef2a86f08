import { msg } from '@lingui/core/runtime-macro'
import { type PinLock, pinLock } from '@muster/domain/pin.ts'
import { needsPin } from '@muster/domain/role.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { clearPinFailures, lockPin, readPin, storeFailure } from '../users/index.ts'
import { acceptByEntry, acceptBySelection } from './accept-invitation.ts'
import {
  deleteEntries,
  lockActiveZone,
  lockMembership,
  lockPerson,
  openEntry,
} from './zone-entries.queries.ts'

export type VerifyPin = (hash: string, pin: string) => Promise<boolean>

const OWNER_REASON = 'requests may neither read nor write PIN hashes and entries'

/**
 * Returns the session's end; null if the role needs no PIN. Accepts an invitation. Verifies without holding a connection, then
 * applies under the PIN row's lock, so that concurrent attempts on any nodes cannot exceed the limit. Throws PIN_NOT_SET,
 * PIN_LOCKED, INVALID_PIN, ZONE_NOT_FOUND (access lost meanwhile), UNAUTHORIZED.
 */
export async function enterZone(
  db: Database,
  verifyPin: VerifyPin,
  actor: SignedInActor,
  zone: ActorZone,
  pin: string,
  now: number = Date.now(),
): Promise<Date | null> {
  if (!needsPin(zone.role)) {
    if (zone.invited) await db.asActor(actor, tx => acceptBySelection(tx, actor.userId, zone.id))
    return null
  }
  return withPin(db, verifyPin, { actor, pin, now, zoneIds: [zone.id] }, tx => openZone(tx, actor, zone.id))
}

type Attempt = {
  readonly actor: SignedInActor
  readonly pin: string
  readonly now: number
  /** The zones for which the PIN is given. */
  readonly zoneIds: readonly string[]
}

/** Runs `open` in the transaction that resets the attempts. Throws PIN_NOT_SET, PIN_LOCKED and INVALID_PIN. */
export async function withPin<Result>(
  db: Database,
  verifyPin: VerifyPin,
  attempt: Attempt,
  open: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { actor, pin, now } = attempt
  for (;;) {
    const { hash } = requireUnlocked(await db.asOwner(OWNER_REASON, tx => readPin(tx, actor.userId)), now)
    const isCorrect = await verifyPin(hash, pin)
    const outcome = await db.asOwner(OWNER_REASON, tx =>
      checkPin(tx, attempt, { hash, right: isCorrect }, open),
    )
    if (outcome === 'another-pin') continue
    if ('failure' in outcome) throw outcome.failure
    return outcome.result
  }
}

type StoredPin = { readonly hash: string; readonly failures: readonly Date[] }

/**
 * 'another-pin' if changed since, so that the new one is verified. A wrong PIN's error is returned instead of thrown, so that the
 * transaction commits and the attempt counts.
 */
async function checkPin<Result>(
  tx: Tx,
  { actor, zoneIds, now }: Attempt,
  { hash, right }: { hash: string; right: boolean },
  open: (tx: Tx) => Promise<Result>,
): Promise<'another-pin' | { result: Result } | { failure: Error }> {
  await lockPerson(tx, actor.userId)
  const storedPin = requireUnlocked(await lockPin(tx, actor.userId), now)
  if (storedPin.hash !== hash) return 'another-pin'
  if (right) return { result: await open(tx) }
  await storeFailure(tx, actor.userId, new Date(now))
  await audit(tx, 'zone_pin_failed', {
    actorId: actor.userId,
    aboutId: actor.userId,
    ...(zoneIds.length === 1 ? { zoneId: zoneIds[0] } : { zoneIds }),
  })
  const resultingLock = pinLock([...toTimes(storedPin), now], now)
  // End all of the person's entries, because whoever is guessing may be using a session that has already entered a zone.
  if (resultingLock.locked) await deleteEntries(tx, actor.userId)
  return {
    failure: resultingLock.locked
      ? createLockedFailure(resultingLock)
      : fail('INVALID_PIN', { triesLeft: resultingLock.triesLeft }),
  }
}

/**
 * Checks membership and zone again: either may have ended during verification. By the locks, a concurrent change is visible here, or
 * waits and then ends the entry. Throws ZONE_NOT_FOUND, UNAUTHORIZED.
 */
async function openZone(tx: Tx, actor: SignedInActor, zoneId: string): Promise<Date> {
  if (!(await lockMembership(tx, actor.userId, zoneId))) throw fail('ZONE_NOT_FOUND')
  await clearPinFailures(tx, actor.userId)
  await acceptByEntry(tx, actor.userId, zoneId)
  if (!(await lockActiveZone(tx, zoneId))) throw fail('ZONE_NOT_FOUND')
  return openEntry(tx, actor, zoneId)
}

/** Returns the stored PIN if it can be tried now. Throws PIN_NOT_SET or PIN_LOCKED. */
function requireUnlocked(storedPin: StoredPin | undefined, now: number): StoredPin {
  if (!storedPin) throw fail('PIN_NOT_SET')
  const lock = pinLock(toTimes(storedPin), now)
  if (lock.locked) throw createLockedFailure(lock)
  return storedPin
}

const toTimes = ({ failures }: StoredPin) => failures.map(at => at.getTime())

function createLockedFailure({ until }: Extract<PinLock, { locked: true }>) {
  return until === null
    ? fail('PIN_LOCKED', { until: null }, msg`Too many wrong PINs. Ask a zone manager to reset your PIN.`)
    : fail('PIN_LOCKED', { until: new Date(until).toISOString() }, msg`Too many wrong PINs. Try again later.`)
}
