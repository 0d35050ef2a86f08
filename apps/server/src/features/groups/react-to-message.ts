import type { GroupReaction } from '@muster/domain/group.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { groupsEvents } from './groups.events.ts'
import {
  deleteReaction,
  findMessage,
  insertReaction,
  listReactions,
  listReactionsOfPerson,
} from './messages.queries.ts'

/** Adds or removes a reaction. Throws MESSAGE_NOT_FOUND. */
export async function reactToMessage(
  { tx, publish }: WriteContext,
  it: { groupId: string; messageId: string; userId: string; emoji: GroupReaction },
  isOn: boolean,
): Promise<void> {
  const { groupId, messageId, userId, emoji } = it
  const row = await findMessage(tx, groupId, messageId)
  if (!row || row.deleted_at !== null) throw fail('MESSAGE_NOT_FOUND')
  const hasChanged = isOn ? await insertReaction(tx, it) : await deleteReaction(tx, messageId, userId, emoji)
  if (!hasChanged) return
  const reactions = await listReactions(tx, userId, [messageId])
  const count = reactions.find(reaction => reaction.emoji === emoji)?.count ?? 0
  publish(groupsEvents, { kind: 'group.reaction', ...it, number: row.number, on: isOn, count })
}

/** Publishes the removal of a person's reactions, before the reactions are deleted with the account. */
export async function announceRemovedReactions({ tx, publish }: WriteContext, userId: string): Promise<void> {
  for (const { others: count, ...reaction } of await listReactionsOfPerson(tx, userId))
    publish(groupsEvents, { kind: 'group.reaction', ...reaction, userId, on: false, count })
}
