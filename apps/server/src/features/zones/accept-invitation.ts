import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { acceptInvitationAsOwner, acceptOwnInvitation, isZoneMember } from './invitations.queries.ts'

/**
 * Accepts a pending invitation when the person enters the zone with their PIN. Call it before the entry is written, in the same
 * transaction, as the database owner.
 */
export async function acceptByEntry(tx: Tx, userId: string, zoneId: string): Promise<void> {
  if (await acceptInvitationAsOwner(tx, userId, zoneId)) await logAccepted(tx, userId, zoneId)
}

/** Called on selection by a role without PIN, or by a reading that names the zone. Throws ZONE_NOT_FOUND if withdrawn meanwhile. */
export async function acceptBySelection(tx: Tx, userId: string, zoneId: string): Promise<void> {
  if (await acceptOwnInvitation(tx, zoneId)) await logAccepted(tx, userId, zoneId)
  else if (!(await isZoneMember(tx, userId, zoneId))) throw fail('ZONE_NOT_FOUND')
}

const logAccepted = (tx: Tx, userId: string, zoneId: string) =>
  audit(tx, 'user_action_invitation_accepted', { actorId: userId, zoneId })
