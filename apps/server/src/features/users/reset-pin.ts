import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { clearPinFailures, isMember } from './users.queries.ts'

/** Clears a zone member's wrong PIN attempts, which unlocks the PIN. Throws NOT_ASSIGNED, PIN_NOT_SET. */
export async function resetPin(tx: Tx, actor: SignedInActor, zoneId: string, userId: string): Promise<void> {
  if (!(await isMember(tx, zoneId, userId))) throw fail('NOT_ASSIGNED')
  if (!(await clearPinFailures(tx, userId))) throw fail('PIN_NOT_SET')
  await appendSecurityEvent(tx, {
    type: 'zone_pin_reset',
    description: 'A locked zone entry PIN was opened again.',
    actorId: actor.userId,
    affectedUserId: userId,
    severity: 'low',
    metadata: { zoneId },
  })
}
