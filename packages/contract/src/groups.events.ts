import { groupReactions } from '@muster/domain/group.ts'
import { z } from 'zod'
import { groupMessage } from './group-messages.ts'
import { id, instant } from './ids.ts'

const groupRef = { zoneId: id, groupId: id }
const memberRef = { ...groupRef, userId: id }

export const groupsEvents = [
  z.object({ kind: z.literal('group.changed'), ...groupRef }),
  z.object({ kind: z.literal('group.removed'), ...groupRef }),
  /** The zone was suspended, so only administrators can still see the group. */
  z.object({ kind: z.literal('group.closed'), ...groupRef }),
  z.object({ kind: z.literal('group.member_added'), ...memberRef }),
  z.object({ kind: z.literal('group.member_removed'), ...memberRef }),
  z.object({ kind: z.literal('group.message'), ...groupRef, message: groupMessage }),
  z.object({
    kind: z.literal('group.message_changed'),
    groupId: id,
    messageId: id,
    number: z.int(),
    text: z.string(),
    editedAt: instant.nullable(),
    deletedAt: instant.nullable(),
  }),
  /** Somebody added or removed a reaction; the event carries the new count. */
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
  /** Somebody has read up to a number. Always sent to the reader's own topic, and at most every two seconds to the group's. */
  z.object({ kind: z.literal('group.read'), groupId: id, userId: id, number: z.int() }),
  z.object({ kind: z.literal('group.muted'), groupId: id, userId: id, muted: z.boolean() }),
  /** Somebody is typing; expires after a few seconds. */
  z.object({ kind: z.literal('group.typing'), groupId: id, userId: id, name: z.string() }),
] as const
