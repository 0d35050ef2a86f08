import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { once } from '../../rpc/once.ts'
import { findCreated, insertGroup, type NewGroup } from './groups.queries.ts'
import { countMembers, insertMembers, membersAmong } from './members.queries.ts'

/**
 * Creates a group. The creator becomes a member if they belong to the zone and the group has room for them. Sending the same
 * request again answers with the group of the first time. Throws NOT_ASSIGNED, REQUEST_ID_TAKEN.
 */
export async function createGroup(
  tx: Tx,
  { members, ...group }: NewGroup & { readonly members: readonly string[] },
): Promise<{ id: string; name: string }> {
  const { row: made, created } = await once({
    find: () => findCreated(tx, group.createdBy, group.requestId),
    isSame: before => before.zone_id === group.zoneId && before.name === group.name,
    insert: () => insertGroup(tx, group),
  })
  if (!created) return { id: made.id, name: made.name }
  const hasRoom = members.length < limits.groupMembersMost
  const creatorJoins = hasRoom && (await membersAmong(tx, group.zoneId, [group.createdBy])) === 1
  const people = creatorJoins ? [group.createdBy, ...members] : members
  if (people.length > 0)
    await addMembers(tx, { groupId: made.id, zoneId: group.zoneId, addedBy: group.createdBy }, people)
  return made
}

/** Puts people of its zone into a group; answers how many were not in it yet. Throws NOT_ASSIGNED, GROUP_FULL. */
export async function addMembers(
  tx: Tx,
  group: { readonly groupId: string; readonly zoneId: string; readonly addedBy: string },
  members: readonly string[],
): Promise<number> {
  const people = [...new Set(members)]
  if ((await membersAmong(tx, group.zoneId, people)) !== people.length) throw fail('NOT_ASSIGNED')
  const added = await insertMembers(tx, group, people)
  if ((await countMembers(tx, group.groupId)) > limits.groupMembersMost) throw fail('GROUP_FULL')
  return added
}
