import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { findCreated, insertGroup, insertMembers, membersAmong, type NewGroup } from './groups.queries.ts'

/** A group of a zone with members of it. Sending the same again answers with the one made the first time. Throws NOT_ASSIGNED. */
export async function createGroup(
  tx: Tx,
  { members, ...group }: NewGroup & { readonly members: readonly string[] },
): Promise<{ id: string; name: string }> {
  const made = await insertGroup(tx, group)
  if (!made) {
    const before = await findCreated(tx, group.createdBy, group.requestId)
    if (before?.zone_id !== group.zoneId || before.name !== group.name) throw fail('REQUEST_ID_TAKEN')
    return { id: before.id, name: before.name }
  }
  const people = [...new Set(members)]
  if (people.length > 0) {
    if ((await membersAmong(tx, group.zoneId, people)) !== people.length) throw fail('NOT_ASSIGNED')
    await insertMembers(tx, { groupId: made.id, zoneId: group.zoneId, addedBy: group.createdBy }, people)
  }
  return made
}
