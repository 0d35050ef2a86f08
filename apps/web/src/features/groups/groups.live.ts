import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { Group, GroupDetail } from '@muster/contract/groups.ts'
import type { Topic } from '@muster/contract/topic.ts'
import { toExcerpt } from '@muster/domain/excerpt.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import type { Pages } from '../../lib/use-pages.ts'
import type { FeedApplier } from '../../live/appliers.ts'
import { mapRows, patchPages } from '../../live/patch-pages.ts'
import { patchQuery } from '../../live/patch-query.ts'
import { recordTyping } from './typing-store.ts'
import { type Conversation, conversationKeys } from './use-conversation.ts'

export function applyGroups(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'group.changed':
      return groupKeys()
    case 'group.member_added':
      return [...groupKeys(), readsKey(event.groupId)]
    case 'group.member_removed':
      if (event.userId === me) removeConversation(client, event.groupId)
      return [...groupKeys(), readsKey(event.groupId)]
    case 'group.removed':
    case 'group.closed':
      removeConversation(client, event.groupId)
      return groupKeys()
    case 'group.message':
      recordTyping(event.groupId, event.message.senderId ?? '', undefined)
      return [
        ...addMessage(client, event.message),
        ...(event.message.file ? [orpc.groupMessages.files.key({ input: { groupId: event.groupId } })] : []),
        ...patchGroups(client, event.groupId, group => applyMessage(group, event, me)),
        ...countKeys(),
      ]
    case 'group.message_changed': {
      const { text, editedAt, deletedAt } = event
      return [
        ...changeMessage(client, event, message => ({
          ...message,
          text,
          editedAt,
          deletedAt,
          ...(deletedAt && { file: null, mentions: [] }),
        })),
        // A deleted message's files are deleted with it.
        ...(deletedAt ? [orpc.groupMessages.files.key({ input: { groupId: event.groupId } })] : []),
        ...patchGroups(client, event.groupId, group => applyMessageChange(group, event)),
      ]
    }
    case 'group.reaction':
      return changeMessage(client, event, message => applyReaction(message, event, me))
    case 'group.read': {
      if (event.userId !== me) return [readsKey(event.groupId)]
      return [...patchGroups(client, event.groupId, group => applyRead(group, event.number)), ...countKeys()]
    }
    case 'group.muted':
      return event.userId === me
        ? [
            ...patchGroups(client, event.groupId, group => ({ ...group, muted: event.muted })),
            orpc.groups.list.key({ type: 'query' }),
          ]
        : []
    case 'group.typing':
      if (event.userId !== me) recordTyping(event.groupId, event.userId, event.name)
      return []
    default:
      return []
  }
}

export const groupsTopicKeys = (topic: Topic): QueryKey[] => {
  if (topic.kind === 'group')
    return [
      conversationKeys(topic.id),
      orpc.groupMessages.files.key({ input: { groupId: topic.id } }),
      readsKey(topic.id),
      orpc.groups.get.key({ input: { groupId: topic.id } }),
    ]
  return topic.kind === 'zone' || topic.kind === 'admin' ? groupKeys() : []
}

const countKeys = (): QueryKey[] => [orpc.groups.count.key(), orpc.groups.list.key({ type: 'query' })]

const readsKey = (groupId: string): QueryKey => orpc.groupMessages.reads.key({ input: { groupId } })

const groupKeys = (): QueryKey[] => [orpc.groups.key(), orpc.broadcasts.groups.key()]

/** Removes a conversation from the cache once the person has left the group, and resets the parts that are still on screen. */
function removeConversation(client: QueryClient, groupId: string) {
  const input = { groupId }
  const { files, search, reads, readers } = orpc.groupMessages
  for (const queryKey of [
    conversationKeys(groupId),
    files.key({ input }),
    search.key({ input }),
    reads.key({ input }),
    readers.key({ input }),
  ]) {
    client.removeQueries({ queryKey, type: 'inactive' })
    void client.resetQueries({ queryKey, type: 'active' })
  }
}

/** Appends a message to the newest window. If numbers are missing before it, the conversation is refetched. */
function addMessage(client: QueryClient, message: GroupMessage): QueryKey[] {
  return patchConversations(client, message.groupId, conversation => {
    const [newestPage, ...olderPages] = conversation.pages
    // The loaded window is older; scrolling loads the newest messages.
    if (!newestPage || newestPage.newer) return conversation
    if (newestPage.rows.some(it => it.number === message.number)) return conversation
    const newestNumber = newestPage.rows[0]?.number ?? 0
    if (message.number < newestNumber) return conversation
    if (message.number > newestNumber + 1) return undefined
    return { ...conversation, pages: [{ ...newestPage, rows: [message, ...newestPage.rows] }, ...olderPages] }
  })
}

/** Adds a sent message when the response arrives before its event. */
export function addSentMessage(client: QueryClient, message: GroupMessage): void {
  for (const queryKey of addMessage(client, message)) void client.invalidateQueries({ queryKey })
}

function changeMessage(
  client: QueryClient,
  { groupId, messageId }: { groupId: string; messageId: string },
  change: (message: GroupMessage) => GroupMessage,
): QueryKey[] {
  return patchConversations(client, groupId, conversation => ({
    ...conversation,
    pages: conversation.pages.map(page => ({
      ...page,
      rows: page.rows.map(message => (message.id === messageId ? change(message) : message)),
    })),
  }))
}

function patchConversations(
  client: QueryClient,
  groupId: string,
  patch: (its: Conversation) => Conversation | undefined,
): QueryKey[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: conversationKeys(groupId) })
    .flatMap(({ queryKey }) => patchQuery<Conversation>(client, queryKey, patch))
}

function applyReaction(
  message: GroupMessage,
  { emoji, count, userId, on }: EventOf<'group.reaction'>,
  me: string,
): GroupMessage {
  const existingReaction = message.reactions.find(it => it.emoji === emoji)
  const hasReacted = userId === me ? on : (existingReaction?.mine ?? false)
  if (count === 0)
    return existingReaction
      ? { ...message, reactions: message.reactions.filter(it => it.emoji !== emoji) }
      : message
  const updatedReaction = { emoji, count, mine: hasReacted }
  return {
    ...message,
    reactions: existingReaction
      ? message.reactions.map(it => (it.emoji === emoji ? updatedReaction : it))
      : [...message.reactions, updatedReaction],
  }
}

type CachedGroup = Group | GroupDetail

function applyMessage<G extends CachedGroup>(
  group: G,
  { message }: EventOf<'group.message'>,
  me: string,
): G | undefined {
  const lastActivity = message.createdAt
  if (!('lastNumber' in group)) {
    if (group.lastMessage && group.lastMessage.number >= message.number) return group
    return {
      ...group,
      lastActivity,
      lastMessage: {
        number: message.number,
        senderId: message.senderId,
        senderName: message.senderName,
        text: toExcerpt(message.text),
        fileName: message.file?.name ?? null,
        isDeleted: message.deletedAt !== null,
      },
      unread: message.senderId === me ? 0 : group.unread + (group.isMember ? 1 : 0),
    }
  }
  if (message.number <= group.lastNumber) return group
  // A viewer who is not a member has no unread messages.
  const lastRead = message.senderId === me || !group.isMember ? message.number : group.lastRead
  const unread = group.isMember ? message.number - lastRead : 0
  return { ...group, lastActivity, lastNumber: message.number, lastRead, unread }
}

/** Updates the newest message of a listed group after it was edited or deleted. */
function applyMessageChange<G extends CachedGroup>(
  group: G,
  { number, text, deletedAt }: EventOf<'group.message_changed'>,
): G {
  if ('lastNumber' in group || group.lastMessage?.number !== number) return group
  const lastMessage = {
    ...group.lastMessage,
    text: toExcerpt(text),
    isDeleted: deletedAt !== null,
    ...(deletedAt && { fileName: null }),
  }
  return { ...group, lastMessage }
}

function applyRead<G extends CachedGroup>(group: G, number: number): G | undefined {
  // A card does not know which numbers are still unread, so the server has to count.
  if (!('lastNumber' in group)) return group.unread === 0 ? group : undefined
  if (number <= group.lastRead) return group
  return { ...group, lastRead: number, unread: group.isMember ? Math.max(0, group.lastNumber - number) : 0 }
}

/** Returns the list in the order of the server: the latest activity first. Returns the same list if it is in order. */
function sortByRecency(list: Pages<Group>): Pages<Group> {
  const rows = list.pages.flatMap(page => page.rows)
  const lastActive = ({ lastActivity, createdAt }: Group) => lastActivity ?? createdAt
  const sortedRows = rows.toSorted((a, b) => lastActive(b).localeCompare(lastActive(a)))
  if (sortedRows.every((row, index) => row === rows[index])) return list
  let start = 0
  return {
    ...list,
    pages: list.pages.map(page => {
      const end = start + page.rows.length
      const pageRows = sortedRows.slice(start, end)
      start = end
      return { ...page, rows: pageRows }
    }),
  }
}

/** Patches a group everywhere it is cached. If `change` returns undefined, the group is refetched. */
function patchGroups(
  client: QueryClient,
  groupId: string,
  change: <G extends CachedGroup>(group: G) => G | undefined,
): QueryKey[] {
  const listKeys = patchPages<Group, { order?: string }>(
    client,
    orpc.groups.list.key(),
    (list, { order }) => {
      let isKnown = true
      const updatedList = mapRows(list, row => {
        if (row.id !== groupId) return row
        const updatedGroup = change(row)
        isKnown &&= updatedGroup !== undefined
        return updatedGroup ?? row
      })
      if (!isKnown) return undefined
      return order === 'recent' ? sortByRecency(updatedList) : updatedList
    },
  )
  const detailKey = orpc.groups.get.queryKey({ input: { groupId } })
  const hasDetail = client.getQueryData(detailKey) !== undefined
  return [...listKeys, ...(hasDetail ? patchQuery<GroupDetail>(client, detailKey, change) : [])]
}

/** The alert also comes for a group that no screen follows, for example one far down the list. */
export const applyOwnGroupAlert: FeedApplier = (_client, event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.type === 'group_activity'
    ? [orpc.groups.list.key(), orpc.groups.count.key()]
    : []
