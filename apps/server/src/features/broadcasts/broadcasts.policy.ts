import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf, requireAllZones } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'

const sending = inZoneWith('broadcast')
const watching = inZoneWith('view_zone_users')

/**
 * Who sends to a zone has entered it and may broadcast there; who sends to all zones sees all of them. Throws ZONE_NOT_FOUND,
 * ZONE_ENTRY_REQUIRED, FORBIDDEN.
 */
export async function requireSender(tx: Tx, actor: SignedInActor, zoneId: string | null): Promise<void> {
  if (zoneId !== null) await enterZoneOf(tx, sending, actor, zoneId)
  else requireAllZones(sending, actor)
}

/** The answers of a zone are for those who look after its people and have entered it. Throws as `requireSender` does. */
export async function requireWatcher(tx: Tx, actor: SignedInActor, zoneId: string | null): Promise<void> {
  if (zoneId !== null) await enterZoneOf(tx, watching, actor, zoneId)
  else requireAllZones(watching, actor)
}
