import { groupReactions } from '@muster/domain/group.ts'
import { z } from 'zod'
import { groupMessage } from './group-messages.ts'
import { id, instant } from './ids.ts'

const ofGroup = { zoneId: id, groupId: id }
const ofMember = { ...ofGroup, userId: id }

export const groupsEvents = [
  z.object({ kind: z.literal('group.changed'), ...ofGroup }),
  z.object({ kind: z.literal('group.removed'), ...ofGroup }),
  /** Its zone was suspended: only administrators still see it. */
  z.object({ kind: z.literal('group.closed'), ...ofGroup }),
  z.object({ kind: z.literal('group.member_added'), ...ofMember }),
  z.object({ kind: z.literal('group.member_removed'), ...ofMember }),
  /** Something was said. */
  z.object({ kind: z.literal('group.message'), ...ofGroup, message: groupMessage }),
  z.object({
    kind: z.literal('group.message_changed'),
    groupId: id,
    messageId: id,
    number: z.int(),
    text: z.string(),
    editedAt: instant.nullable(),
    deletedAt: instant.nullable(),
  }),
  /** Somebody put a reaction to a message or took it back; so many people have put it now. */
  z.object({
    kind: z.literal('group.reaction'),
    groupId: id,
    messageId: id,
    number: z.int(),
    userId: id,
    emoji: z.enum(groupReactions),
    on: z.boolean(),
    count: z.int(),
  }),
  /** Somebody has read up to a number: on their own topic each time, on that of the group every two seconds at most. */
  z.object({ kind: z.literal('group.read'), groupId: id, userId: id, number: z.int() }),
  z.object({ kind: z.literal('group.muted'), groupId: id, userId: id, muted: z.boolean() }),
  /** Somebody is writing; it holds for a few seconds. */
  z.object({ kind: z.literal('group.typing'), groupId: id, userId: id, name: z.string() }),
] as const
