import type { Database } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/security.queries.ts'
import { clearPinFailures, isAssigned } from './users.queries.ts'

/** Gives a member of the zone new tries at their PIN. Throws NOT_ASSIGNED, PIN_NOT_SET. */
export async function resetPin(
  db: Database,
  actor: SignedInActor,
  zoneId: string,
  userId: string,
): Promise<void> {
  const member = await db.asActor(actor, tx => isAssigned(tx, zoneId, userId))
  if (!member) throw fail('NOT_ASSIGNED')
  const reset = await db.asOwner(
    'PIN rows are readable by no request; the policy and the membership were checked',
    async tx => {
      const done = await clearPinFailures(tx, userId)
      if (done)
        await appendSecurityEvent(tx, {
          type: 'zone_pin_reset',
          description: 'A locked zone entry PIN was opened again.',
          actorId: actor.userId,
          affectedUserId: userId,
          severity: 'low',
          metadata: { zoneId },
        })
      return done
    },
  )
  if (!reset) throw fail('PIN_NOT_SET')
}
