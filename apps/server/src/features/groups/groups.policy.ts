import { thing } from '../../rpc/thing.ts'
import { chatQuery, groupQuery } from './groups.queries.ts'

type Input = { readonly groupId: string }

/** The group that a call names. Row-level security hides it from members of the zone who are not in it and look after nobody there. */
export const ofGroup = thing({
  name: 'group',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input, { userId }) => groupQuery(tx, userId, groupId),
})

const chat = thing({
  name: 'chat',
  notFound: 'GROUP_NOT_FOUND',
  query: (tx, { groupId }: Input) => chatQuery(tx, groupId),
})

/** What is said in a group: its members and those who manage it may read it. */
export const ofReadableChat = thing({
  ...chat,
  only: { who: 'readers', holds: ({ may_read }: { may_read: boolean }) => may_read },
})

/** The same, where the actor may also write. */
export const ofWritableChat = thing({
  ...chat,
  only: { who: 'writers', holds: ({ may_chat }: { may_chat: boolean }) => may_chat },
})
