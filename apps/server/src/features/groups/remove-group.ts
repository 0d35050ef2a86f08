import type { Write } from '../../live/write.ts'
import { endReadingsOfGroup } from '../documents/index.ts'
import { shiftsEvents } from '../shifts/index.ts'
import { groupsEvents } from './groups.events.ts'
import { deleteGroup, type GroupRow, listGroupsOfZone } from './groups.queries.ts'

/** Deletes a group with everything that was said in it and the shifts that were planned for it. */
export async function removeGroup(
  its: Write,
  group: Pick<GroupRow, 'id' | 'name' | 'zone_id'>,
  actorId: string,
): Promise<void> {
  const { tx, publish } = its
  await endReadingsOfGroup(its, actorId, group)
  if (!(await deleteGroup(tx, group.id))) return
  publish(groupsEvents, { kind: 'group.removed', zoneId: group.zone_id, groupId: group.id })
  publish(shiftsEvents, { kind: 'shifts.changed', zoneId: group.zone_id })
}

/** Publishes that the groups of a zone are gone, before the zone is deleted with them. Runs as the owner. */
export async function announceGroupsRemoved({ tx, publish }: Write, zoneId: string): Promise<void> {
  for (const { id } of await listGroupsOfZone(tx, zoneId))
    publish(groupsEvents, { kind: 'group.removed', zoneId, groupId: id })
}
