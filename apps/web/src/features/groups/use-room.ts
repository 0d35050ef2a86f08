import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { staleSince } from '../../lib/stale-since.ts'

/** A window of messages, highest number first. */
type Window = { rows: GroupMessage[]; older: boolean; newer: boolean }
/** The starting point of a window; without one, the newest messages. */
type Place = { before?: number; after?: number; around?: number }
/** A conversation as cached, with the newest window first. */
export type Conversation = InfiniteData<Window, Place>

/** Loads the conversation of a group, window by window from the newest, or from the message to jump to. */
export function useRoom(groupId: string, around: number | undefined) {
  const query = useInfiniteQuery<Window, Error, Conversation, readonly unknown[], Place>({
    ...orpc.groupMessages.list.infiniteOptions({
      input: (place: Place) => ({ groupId, ...place }),
      initialPageParam: {} as Place,
      getNextPageParam: (last: Window) => olderThan(last),
      getPreviousPageParam: (first: Window) => newerThan(first),
    }),
    queryKey: roomKey(groupId, around),
    initialPageParam: around === undefined ? {} : { around },
    getNextPageParam: olderThan,
    getPreviousPageParam: newerThan,
  })
  const { data, hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = query
  const messages = useMemo(() => data && inOrder(data), [data])
  const readOlder = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const readNewer = useCallback(() => {
    if (hasPreviousPage && !isFetching) void fetchPreviousPage()
  }, [hasPreviousPage, isFetching, fetchPreviousPage])
  const failed = query.isError && !query.isFetchNextPageError && !query.isFetchPreviousPageError
  return {
    query,
    /** The loaded messages, oldest first. */
    messages,
    readOlder,
    readNewer,
    /** True if the newest message is loaded. */
    isAtEnd: data !== undefined && !hasPreviousPage,
    failed,
    staleSince: failed ? staleSince(query) : undefined,
  }
}

/** Returns the query key of a conversation, which includes its starting point. */
export const roomKey = (groupId: string, around: number | undefined) => [
  ...orpc.groupMessages.list.key({ input: { groupId } }),
  { around: around ?? null },
]
/** Returns the prefix of all query keys of a group's conversation. */
export const roomKeys = (groupId: string) => orpc.groupMessages.list.key({ input: { groupId } })

const olderThan = ({ rows, older }: Window): Place | undefined => {
  const last = rows.at(-1)
  return older && last ? { before: last.number } : undefined
}
const newerThan = ({ rows, newer }: Window): Place | undefined => {
  const first = rows[0]
  return newer && first ? { after: first.number } : undefined
}

/** Returns the messages of all windows without duplicates, lowest number first. */
export function inOrder({ pages }: Conversation): GroupMessage[] {
  const byNumber = new Map<number, GroupMessage>()
  for (const { rows } of pages) for (const message of rows) byNumber.set(message.number, message)
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}
