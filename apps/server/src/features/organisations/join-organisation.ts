import type { WriteContext } from '../../live/write.ts'
import { joinedZone } from '../users/index.ts'
import { insertMember } from './organisations.queries.ts'

/** Runs as the owner; a client admin joins its zones. False for a member. Throws ORGANISATION_NOT_FOUND, ORGANISATION_PEOPLE_FULL. */
export async function joinOrganisation(
  { tx, alert }: WriteContext,
  id: string,
  userId: string,
  addedBy: string,
): Promise<boolean> {
  const { joined, memberships } = await insertMember(tx, id, userId, addedBy)
  for (const membership of memberships ?? []) alert(joinedZone(membership))
  return joined
}
