import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { hasCode } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { toLines } from './message-lines.ts'
import { MessageList } from './message-list.tsx'
import { type MessageActions, MessageRow, PendingRow } from './message-row.tsx'
import classes from './room.module.css'
import { useConversation } from './use-conversation.ts'
import type { useSendMessage } from './use-send-message.ts'

type Props = {
  group: GroupDetail
  /** The number of the message to jump to; undefined to show the newest messages. */
  jumpTarget: number | undefined
  onEnd: () => void
  acts: MessageActions
  sending: ReturnType<typeof useSendMessage>
}

export function Messages({ group, jumpTarget, onEnd, acts, sending: { pending, retry, discard } }: Props) {
  const { id: groupId, mayChat } = group
  const { userId: me } = useMe()
  const isLive = useSyncExternalStore(connectionStore.subscribe, () => connectionStore.get().state === 'live')
  const conversation = useConversation(groupId, jumpTarget)
  // The number of the last message read when the conversation was opened. The divider above new messages stays there.
  const [readUpTo] = useState(group.lastRead)
  const lines = useMemo(
    () => toLines(conversation.messages ?? [], pending, { readUpTo, me }),
    [conversation.messages, pending, readUpTo, me],
  )
  const readReceipts = useQuery(orpc.groupMessages.reads.queryOptions({ input: { groupId } }))
  const countReaders = (number: number): readonly [number, number] | undefined =>
    readReceipts.data && [
      readReceipts.data.upTo
        .filter(it => it.number >= number)
        .reduce((total, { people }) => total + people, 0),
      readReceipts.data.others,
    ]
  const onSeen = useMarkRead(group, conversation.messages?.at(-1)?.number)
  const unread = Math.max(0, group.lastNumber - group.lastRead)
  if (!conversation.messages || lines.length === 0)
    return (
      <Box my="auto" p="md">
        {conversation.messages ? (
          <EmptyState
            icon={IconMessages}
            title={t`No messages yet`}
            text={
              mayChat ? t`Write the first message below.` : t`Messages from the group’s members appear here.`
            }
          />
        ) : !conversation.failed ? (
          <ListSkeleton count={4} />
        ) : hasCode(conversation.query.error, 'FORBIDDEN', 'GROUP_NOT_FOUND') ? (
          <NotAllowed
            title={t`You’re no longer in this group`}
            text={t`Only members can read its messages.`}
          />
        ) : (
          <ErrorState title={t`Failed to load messages`} query={conversation.query} />
        )}
      </Box>
    )
  return (
    <div className={classes.body}>
      <AgeGrey stale={conversation.failed}>
        <MessageList
          key={jumpTarget ?? 'newest'}
          lines={lines}
          jumpTarget={jumpTarget}
          isAtEnd={conversation.isAtEnd}
          onNearTop={conversation.readOlder}
          onNearEnd={conversation.readNewer}
          onEnd={onEnd}
          onSeen={onSeen}
          unread={unread}
        >
          {line =>
            line.kind === 'sent' ? (
              <MessageRow
                line={line}
                me={me}
                mayChat={mayChat}
                readBy={line.message.senderId === me ? countReaders(line.message.number) : undefined}
                isJumpTarget={line.message.number === jumpTarget}
                acts={acts}
              />
            ) : (
              <PendingRow
                line={line}
                isLive={isLive}
                me={me}
                onRetry={() => void retry(line.message)}
                onDiscard={() => void discard(line.message)}
              />
            )
          }
        </MessageList>
      </AgeGrey>
    </div>
  )
}

/** Call it when the newest message is visible: after 500 ms, all messages up to it are read. Does nothing while the page is hidden. */
function useMarkRead({ id: groupId, lastRead }: GroupDetail, newest: number | undefined) {
  const lastReportedNumber = useRef(lastRead)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (
      newest === undefined ||
      newest <= lastReportedNumber.current ||
      document.hidden ||
      timer.current !== undefined
    )
      return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const previousNumber = lastReportedNumber.current
      lastReportedNumber.current = newest
      api.groupMessages.read({ groupId, number: newest }).catch(() => {
        lastReportedNumber.current = previousNumber
      })
    }, 500)
  }, [groupId, newest])
}
