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
  if (otherRows.length > 0) accesses.push({ ...access, event: 'data_access:members' })
  if (otherRows.some(row => row.latitude !== null))
    accesses.push({
      ...access,
      event: 'location_access:members',
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
  const accesses: Access[] = [{ ...access, event: 'data_access:member' }]
  if (latitude !== null)
    accesses.push({
      ...access,
      event: 'location_access:member',
    })
  return accesses
}

/** The access to log when the actor lists the people of all their zones. */
export const teamAccess: Access = {
  event: 'data_access:members_of_zones',
  of: null,
  metadata: { accessType: 'users_of_my_zones' },
}
