import { msg } from '@lingui/core/runtime-macro'
import { isPin } from '@muster/domain/pin.ts'
import { effectiveRole, needsPin, type ZoneRole } from '@muster/domain/role.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { clearPinFailures } from '../users/index.ts'
import { acceptByEntry } from './accept-invitation.ts'
import { type VerifyPin, withPin } from './enter-zone.ts'
import { type Invitation, listInvitations } from './invitations.queries.ts'
import { lockActiveZone, lockMembership, lockPerson, openEntry } from './zone-entries.queries.ts'

type AcceptResult = {
  readonly zoneId: string
  readonly outcome: 'accepted' | 'gone'
  readonly entryExpiresAt: Date | null
}

const OWNER_REASON = 'requests may neither read nor write PIN hashes and entries'

/**
 * All or none, with one PIN if needed. Zones without an invitation or inactive are `gone`. Throws PIN_INVALID, INVALID_PIN,
 * PIN_LOCKED, PIN_NOT_SET and, if the session has ended, UNAUTHORIZED.
 */
export async function acceptInvitations(
  db: Database,
  verifyPin: VerifyPin,
  actor: SignedInActor,
  { zoneIds, pin }: { zoneIds: readonly string[]; pin: string },
  now: number = Date.now(),
): Promise<AcceptResult[]> {
  const ids = [...new Set(zoneIds)]
  const invitations = await db.asOwner(OWNER_REASON, tx => listInvitations(tx, actor.userId, ids))
  const accept = (tx: Tx) => acceptEach(tx, actor, invitations)
  const accepted = invitations.some(it => entersByPin(actor, it))
    ? await withPin(db, verifyPin, { actor, pin: requirePin(pin), now, zoneIds: ids }, async tx => {
        await clearPinFailures(tx, actor.userId)
        return accept(tx)
      })
    : await db.asOwner(OWNER_REASON, async tx => {
        await lockPerson(tx, actor.userId)
        return accept(tx)
      })
  return ids.map(zoneId => accepted.get(zoneId) ?? { zoneId, outcome: 'gone', entryExpiresAt: null })
}

const entersByPin = ({ role: globalRole }: SignedInActor, { role }: Invitation) =>
  needsPin(effectiveRole(globalRole, role as ZoneRole))

function requirePin(pin: string): string {
  // Malformed input does not count as an attempt.
  if (!isPin(pin)) throw fail('PIN_INVALID', undefined, msg`Please enter a 4-digit PIN`)
  return pin
}

/** Accepts each invitation that still exists. The zones are locked in the order of their ids, so that two calls cannot deadlock. */
async function acceptEach(tx: Tx, actor: SignedInActor, invitations: readonly Invitation[]) {
  const results = new Map<string, AcceptResult>()
  for (const invitation of invitations) {
    const { zoneId } = invitation
    if (!(await lockMembership(tx, actor.userId, zoneId)) || !(await lockActiveZone(tx, zoneId))) continue
    await acceptByEntry(tx, actor.userId, zoneId)
    const entryExpiresAt = entersByPin(actor, invitation) ? await openEntry(tx, actor, zoneId) : null
    results.set(zoneId, { zoneId, outcome: 'accepted', entryExpiresAt })
  }
  return results
}
