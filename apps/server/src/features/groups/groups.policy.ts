import type { Permission } from '@muster/domain/permission.ts'
import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { findGroup, findRoom, type GroupRow } from './groups.queries.ts'

/**
 * The group, for somebody who has entered its zone and may do this there. Of a group the actor may not see nobody learns that it
 * exists. Throws GROUP_NOT_FOUND, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED, FORBIDDEN.
 */
export async function requireGroup(
  tx: Tx,
  actor: SignedInActor,
  groupId: string,
  permission: Permission = 'view_groups',
): Promise<GroupRow> {
  const group = await findGroup(tx, actor.userId, groupId)
  if (!group) throw fail('GROUP_NOT_FOUND')
  await enterZoneOf(tx, inZoneWith(permission), actor, group.zone_id)
  return group
}

/** The same for what is said in it, which its members and those who manage it may read. */
export async function requireRoom(tx: Tx, actor: SignedInActor, groupId: string): Promise<void> {
  const { may_read } = await enterRoom(tx, actor, groupId, 'view_groups')
  if (!may_read) throw fail('FORBIDDEN')
}

/** The same, where the actor may also write. */
export async function requireChat(tx: Tx, actor: SignedInActor, groupId: string) {
  const chat = await enterRoom(tx, actor, groupId, 'chat_in_groups')
  if (!chat.may_chat) throw fail('FORBIDDEN')
  return chat
}

async function enterRoom(tx: Tx, actor: SignedInActor, groupId: string, permission: Permission) {
  const room = await findRoom(tx, groupId)
  if (!room) throw fail('GROUP_NOT_FOUND')
  await enterZoneOf(tx, inZoneWith(permission), actor, room.zone_id)
  return room
}
