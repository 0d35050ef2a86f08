import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { insertOnce } from '../../rpc/once.ts'
import { type AlertedGroup, addedToGroupAlert } from './groups.alerts.ts'
import { groupsEvents } from './groups.events.ts'
import { findGroupByRequestId, insertGroup, type NewGroup } from './groups.queries.ts'
import { countMembers, countMembersAmong, insertMembers } from './members.queries.ts'

/** The creator joins if they belong to the zone and there is room. Repeatable. Throws NOT_ASSIGNED, GROUP_FULL, REQUEST_ID_TAKEN. */
export async function createGroup(
  its: WriteContext,
  { members, ...group }: NewGroup & { readonly members: readonly string[] },
): Promise<{ id: string; name: string }> {
  const { tx, publish } = its
  const { row: groupRow, created } = await insertOnce({
    find: () => findGroupByRequestId(tx, group.createdBy, group.requestId),
    isSame: before => before.zone_id === group.zoneId && before.name === group.name,
    insert: () => insertGroup(tx, group),
  })
  if (!created) return { id: groupRow.id, name: groupRow.name }
  publish(groupsEvents, { kind: 'group.changed', zoneId: group.zoneId, groupId: groupRow.id })
  const hasCapacity = members.length < limits.groupMembersMost
  const creatorJoins = hasCapacity && (await countMembersAmong(tx, group.zoneId, [group.createdBy])) === 1
  const people = creatorJoins ? [group.createdBy, ...members] : members
  if (people.length > 0) await addMembers(its, { ...group, id: groupRow.id }, group.createdBy, people)
  return groupRow
}

/**
 * Adds a manager of the zone's groups to one of them, if they belong to the zone and the group has room. An internal admin who does
 * not belong to the zone stays outside.
 */
export async function joinAsManager(
  { tx, publish }: WriteContext,
  { groupId, zoneId, userId }: { groupId: string; zoneId: string; userId: string },
): Promise<void> {
  if ((await countMembersAmong(tx, zoneId, [userId])) === 0) return
  if ((await countMembers(tx, groupId)) >= limits.groupMembersMost) return
  const addedMembers = await insertMembers(tx, { groupId, zoneId, addedBy: userId }, [userId])
  if (addedMembers.length > 0) publish(groupsEvents, { kind: 'group.member_added', zoneId, groupId, userId })
}

/** Alerts everybody added except `addedBy`. Returns the number of new members. Throws NOT_ASSIGNED, GROUP_FULL. */
export async function addMembers(
  { tx, publish, alert }: WriteContext,
  group: AlertedGroup & { readonly description: string | null },
  addedBy: string,
  members: readonly string[],
): Promise<number> {
  const { id: groupId, zoneId } = group
  const people = [...new Set(members)]
  if ((await countMembersAmong(tx, zoneId, people)) !== people.length) throw fail('NOT_ASSIGNED')
  const addedMembers = await insertMembers(tx, { groupId, zoneId, addedBy }, people)
  if ((await countMembers(tx, groupId)) > limits.groupMembersMost) throw fail('GROUP_FULL')
  for (const { userId } of addedMembers)
    publish(groupsEvents, { kind: 'group.member_added', zoneId, groupId, userId })
  const [firstAddedMember, ...otherAddedMembers] = addedMembers.filter(({ userId }) => userId !== addedBy)
  if (firstAddedMember)
    alert(
      addedToGroupAlert(
        group,
        firstAddedMember.id,
        [firstAddedMember, ...otherAddedMembers].map(({ userId }) => userId),
      ),
    )
  return addedMembers.length
}
