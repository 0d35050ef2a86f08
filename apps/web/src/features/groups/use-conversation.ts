import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'

/** A window of messages, highest number first. */
type MessageWindow = { rows: GroupMessage[]; older: boolean; newer: boolean }
/** The starting point of a window; empty for the newest messages. */
type WindowStart = { before?: number; after?: number; around?: number }
/** A cached conversation, with the newest window first. */
export type Conversation = InfiniteData<MessageWindow, WindowStart>

/** Loads a group's conversation window by window, starting with the newest messages or around the message to jump to. */
export function useConversation(groupId: string, around: number | undefined) {
  const query = useInfiniteQuery<MessageWindow, Error, Conversation, readonly unknown[], WindowStart>({
    ...orpc.groupMessages.list.infiniteOptions({
      input: (start: WindowStart) => ({ groupId, ...start }),
      initialPageParam: {} as WindowStart,
      getNextPageParam: (lastWindow: MessageWindow) => olderWindowStart(lastWindow),
      getPreviousPageParam: (firstWindow: MessageWindow) => newerWindowStart(firstWindow),
    }),
    queryKey: conversationKey(groupId, around),
    initialPageParam: around === undefined ? {} : { around },
    getNextPageParam: olderWindowStart,
    getPreviousPageParam: newerWindowStart,
  })
  const { data, hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = query
  const messages = useMemo(() => data && sortMessages(data), [data])
  const readOlder = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const readNewer = useCallback(() => {
    if (hasPreviousPage && !isFetching) void fetchPreviousPage()
  }, [hasPreviousPage, isFetching, fetchPreviousPage])
  const hasFailed = query.isError && !query.isFetchNextPageError && !query.isFetchPreviousPageError
  return {
    query,
    /** The loaded messages, oldest first. */
    messages,
    readOlder,
    readNewer,
    /** True if the newest message is loaded. */
    isAtEnd: data !== undefined && !hasPreviousPage,
    failed: hasFailed,
    staleSince: hasFailed ? getStaleSince(query) : undefined,
  }
}

export const conversationKey = (groupId: string, around: number | undefined) => [
  ...orpc.groupMessages.list.key({ input: { groupId } }),
  { around: around ?? null },
]
/** Returns the prefix of all query keys of a group's conversation. */
export const conversationKeys = (groupId: string) => orpc.groupMessages.list.key({ input: { groupId } })

const olderWindowStart = ({ rows, older }: MessageWindow): WindowStart | undefined => {
  const oldestMessage = rows.at(-1)
  return older && oldestMessage ? { before: oldestMessage.number } : undefined
}
const newerWindowStart = ({ rows, newer }: MessageWindow): WindowStart | undefined => {
  const newestMessage = rows[0]
  return newer && newestMessage ? { after: newestMessage.number } : undefined
}

/** Returns the messages of all windows without duplicates, lowest number first. */
export function sortMessages({ pages }: Conversation): GroupMessage[] {
  const messagesByNumber = new Map<number, GroupMessage>()
  for (const { rows } of pages) for (const message of rows) messagesByNumber.set(message.number, message)
  return [...messagesByNumber.values()].sort((a, b) => a.number - b.number)
}
