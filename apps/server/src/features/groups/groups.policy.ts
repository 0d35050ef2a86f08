import { defineResource } from '../../rpc/define-resource.ts'
import { chatQuery, chatWithNameQuery, groupQuery } from './groups.queries.ts'

type Input = { readonly groupId: string }

/** Row-level security hides it from zone members who are neither in the group nor responsible for people in the zone. */
export const ofGroup = defineResource({
  name: 'group',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input, { userId }) => groupQuery(tx, userId, groupId),
})

/** A group's conversation. Members and managers of the group may read it; those with `chat_in_groups` may also post. */
export const ofChat = defineResource({
  name: 'chat',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input) => chatQuery(tx, groupId),
  only: { who: 'readers', matches: ({ may_read }: { may_read: boolean }) => may_read },
})

/** Like `ofChat`, for calls that post: the row also contains the name of the actor. */
export const ofChatWithName = defineResource({
  ...ofChat,
  query: (tx, { groupId }: Input, { userId }) => chatWithNameQuery(tx, groupId, userId),
})
