import { can } from '@muster/domain/permission.ts'
import type { Tx } from '../../db/database.ts'
import type { Access } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

const sending: Access = {
  who: 'in zone',
  permission: 'broadcast',
  refuses: 'FORBIDDEN',
  pin: true,
  invited: false,
  beforeTwoStep: false,
  tries: false,
  transaction: 'actor',
}

/**
 * Who sends to a zone has entered it and may broadcast there; who sends to all zones sees all of them. Throws ZONE_NOT_FOUND,
 * ZONE_ENTRY_REQUIRED, FORBIDDEN.
 */
export async function requireSender(tx: Tx, actor: SignedInActor, zoneId: string | null): Promise<void> {
  if (zoneId !== null) await enterZoneOf(tx, sending, actor, zoneId)
  else if (!can(actor.role, 'view_all_zones') || !can(actor.role, 'broadcast')) throw fail('FORBIDDEN')
}
