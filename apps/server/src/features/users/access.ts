import type { SignedInActor } from '../../rpc/context.ts'
import type { Access } from '../security/index.ts'
import type { ZonePersonRow } from './users.queries.ts'

type ViewedPersonRow = Pick<ZonePersonRow, 'user_id' | 'latitude'>

/** Lists the accesses to log for a page of the zone's list: to other people's data and, if included, to their last positions. */
export function createListAccesses(
  rows: readonly ViewedPersonRow[],
  { userId }: SignedInActor,
  zoneId: string,
): Access[] {
  const otherRows = rows.filter(row => row.user_id !== userId)
  const access = { of: null, metadata: { accessType: 'zone_users', zoneId } }
  const accesses: Access[] = []
  if (otherRows.length > 0)
    accesses.push({ ...access, type: 'data_access', description: 'Viewed the members of a zone.' })
  if (otherRows.some(row => row.latitude !== null))
    accesses.push({
      ...access,
      type: 'location_access',
      description: 'Viewed where the members of a zone were last seen.',
    })
  return accesses
}

/** Lists the accesses to log for another person's details, and for their last position if it is known. */
export function createPersonAccesses(
  { user_id, latitude }: ViewedPersonRow,
  { userId }: SignedInActor,
  zoneId: string,
): Access[] {
  if (user_id === userId) return []
  const access = { of: user_id, metadata: { accessType: 'user_details', zoneId } }
  const accesses: Access[] = [
    { ...access, type: 'data_access', description: 'Viewed the details of a member.' },
  ]
  if (latitude !== null)
    accesses.push({
      ...access,
      type: 'location_access',
      description: 'Viewed where a member was last seen.',
    })
  return accesses
}

/** The access to log when the actor lists the people of all their zones. */
export const teamAccess: Access = {
  type: 'data_access',
  description: 'Viewed the members of their zones.',
  of: null,
  metadata: { accessType: 'users_of_my_zones' },
}
