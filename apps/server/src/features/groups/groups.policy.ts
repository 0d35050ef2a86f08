import { thing } from '../../rpc/thing.ts'
import { chatQuery, chatWithNameQuery, groupQuery } from './groups.queries.ts'

type Input = { readonly groupId: string }

/** The group that a call names. Row-level security hides it from members of the zone who are not in it and look after nobody there. */
export const ofGroup = thing({
  name: 'group',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input, { userId }) => groupQuery(tx, userId, groupId),
})

/** The conversation of a group: its members and those who manage it may read it, and of them may write in it who has `chat_in_groups`. */
export const ofChat = thing({
  name: 'chat',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input) => chatQuery(tx, groupId),
  only: { who: 'readers', holds: ({ may_read }: { may_read: boolean }) => may_read },
})

/** The same for calls that say something: the row also holds the name of the actor. */
export const ofChatWithName = thing({
  ...ofChat,
  query: (tx, { groupId }: Input, { userId }) => chatWithNameQuery(tx, groupId, userId),
})
