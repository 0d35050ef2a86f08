import type { WriteContext } from '../../live/write.ts'
import { groupsEvents } from './groups.events.ts'
import { markReadUpTo, setMuted } from './messages.queries.ts'

type Reader = { readonly groupId: string; readonly userId: string }

/** Stores how far a person has read; the position never moves back. Returns the stored position. */
export async function readMessages(
  { tx, publish }: WriteContext,
  { groupId, userId }: Reader,
  upTo: number,
): Promise<number> {
  const { number, isFurther, isClaimed } = await markReadUpTo(tx, groupId, userId, upTo)
  const event = { kind: 'group.read', groupId, userId, number } as const
  if (isFurther) publish(groupsEvents, event, isClaimed ? ['user', 'group'] : ['user'])
  return number
}

export async function setGroupMuted(
  { tx, publish }: WriteContext,
  { groupId, userId }: Reader,
  muted: boolean,
): Promise<void> {
  if (await setMuted(tx, groupId, userId, muted))
    publish(groupsEvents, { kind: 'group.muted', groupId, userId, muted })
}
