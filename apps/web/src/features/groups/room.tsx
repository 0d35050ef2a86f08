import { ActionIcon, Text } from '@mantine/core'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { groupTopic } from '@muster/contract/topic.ts'
import { IconBell, IconBellOff, IconMessages, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { hasCode } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { Composer } from './composer.tsx'
import { linesOf } from './message-lines.ts'
import { MessageList } from './message-list.tsx'
import { type MessageActs, MessageRow, PendingRow } from './message-row.tsx'
import { ReadersDialog } from './readers-dialog.tsx'
import classes from './room.module.css'
import { typingWords } from './room-words.ts'
import { SearchRoomDialog } from './search-room-dialog.tsx'
import { typingStore } from './typing-store.ts'
import { useRoom } from './use-room.ts'
import { useSendMessage } from './use-send-message.ts'

/** What is said in a group, live, and where one says something. */
export function Room({ group }: { group: GroupDetail }) {
  const { id: groupId, mayRead } = group
  useFeedTopic(mayRead ? groupTopic(groupId) : undefined)
  if (!mayRead)
    return (
      <NotAllowed
        title="You are not in this group"
        text="Its messages are for its members. A zone manager can add you."
      />
    )
  return <Conversation key={groupId} group={group} />
}

function Conversation({ group }: { group: GroupDetail }) {
  const { id: groupId, zoneId, mayChat, muted } = group
  const { userId: me } = useMe()
  const isLive = useSyncExternalStore(connectionStore.subscribe, () => connectionStore.get().state === 'live')
  const [found, setFound] = useState<number>()
  const [searching, setSearching] = useState(false)
  const [about, setAbout] = useState<{ replyTo?: GroupMessage; editing?: GroupMessage }>({})
  const [removing, setRemoving] = useState<GroupMessage>()
  const [readersOf, setReadersOf] = useState<GroupMessage>()
  const room = useRoom(groupId, found)
  const { pending, say, again, drop } = useSendMessage(group)
  // How far one had read when it was opened: the line of new messages stays there.
  const [readUpTo] = useState(group.lastRead)
  const lines = useMemo(
    () => linesOf(room.messages ?? [], pending, { readUpTo, me }),
    [room.messages, pending, readUpTo, me],
  )
  const reads = useQuery(orpc.groupMessages.reads.queryOptions({ input: { groupId } }))
  const readBy = (number: number): readonly [number, number] | undefined =>
    reads.data && [
      reads.data.upTo.filter(it => it.number >= number).reduce((all, { people }) => all + people, 0),
      reads.data.others,
    ]
  const onSeen = useReadOn(group, room.messages?.at(-1)?.number)
  const react = useAct({
    call: (input: Parameters<typeof api.groupMessages.react>[0]) => api.groupMessages.react(input),
    failed: 'Failed to send message',
    invalidatesUnlessLive: [orpc.groupMessages.list.key({ input: { groupId } })],
  })
  const mute = useAct({
    call: (next: boolean) => api.groupMessages.mute({ groupId, muted: next }),
    done: (_, next) =>
      next
        ? ['Group muted', 'Only mentions raise an alert.']
        : ['Group not muted any more', 'New messages raise an alert.'],
    failed: 'Failed to update group',
    invalidatesUnlessLive: [orpc.groups.key()],
  })
  const reactNow = react.mutate
  const acts = useMemo<MessageActs>(
    () => ({
      onReply: replyTo => setAbout({ replyTo }),
      onEdit: editing => setAbout({ editing }),
      onRemove: setRemoving,
      onReact: ({ id: messageId }, emoji, on) => reactNow({ groupId, messageId, emoji, on }),
      onReaders: setReadersOf,
      onJump: setFound,
      askLinks: ({ id: fileId }) => api.groupMessages.fileLink({ groupId, fileId }),
    }),
    [groupId, reactNow],
  )
  const unread = Math.max(0, group.lastNumber - group.lastRead)
  return (
    <div className={classes.room}>
      <div className={classes.bar}>
        <Typing groupId={groupId} quiet={group.members === 1 ? '1 member' : `${group.members} members`} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={muted ? 'Unmute group' : 'Mute group'}
          aria-pressed={muted}
          onClick={() => mute.mutate(!muted)}
        >
          {muted ? <IconBellOff size="1.25rem" aria-hidden /> : <IconBell size="1.25rem" aria-hidden />}
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Search messages"
          onClick={() => setSearching(true)}
        >
          <IconSearch size="1.25rem" aria-hidden />
        </ActionIcon>
      </div>
      {room.failed && !room.messages ? (
        <div className={classes.state}>
          {hasCode(room.query.error, 'FORBIDDEN', 'GROUP_NOT_FOUND') ? (
            <NotAllowed title="You are not in this group any more" text="Its messages are for its members." />
          ) : (
            <ErrorState
              title="Failed to load messages"
              onRetry={() => void room.query.refetch()}
              retrying={room.query.isFetching}
            />
          )}
        </div>
      ) : !room.messages ? (
        <div className={classes.state}>
          <ListSkeleton count={4} />
        </div>
      ) : lines.length === 0 ? (
        <div className={classes.state}>
          <EmptyState
            icon={IconMessages}
            title="Nothing was said yet"
            text={mayChat ? 'Write the first message below.' : 'Messages from its members appear here.'}
          />
        </div>
      ) : (
        <div className={classes.body}>
          <AgeGrey stale={room.failed}>
            <MessageList
              key={found ?? 'newest'}
              lines={lines}
              found={found}
              isAtEnd={room.isAtEnd}
              onNearTop={room.readOlder}
              onNearEnd={room.readNewer}
              onEnd={() => setFound(undefined)}
              onSeen={onSeen}
              unread={unread}
            >
              {line =>
                line.kind === 'said' ? (
                  <MessageRow
                    line={line}
                    me={me}
                    mayChat={mayChat}
                    readBy={line.message.senderId === me ? readBy(line.message.number) : undefined}
                    isFound={line.message.number === found}
                    acts={acts}
                  />
                ) : (
                  <PendingRow
                    line={line}
                    isLive={isLive}
                    me={me}
                    onAgain={() => void again(line.message)}
                    onDrop={() => void drop(line.message)}
                  />
                )
              }
            </MessageList>
          </AgeGrey>
        </div>
      )}
      {mayChat ? (
        <Composer
          groupId={groupId}
          zoneId={zoneId}
          me={me}
          replyTo={about.replyTo}
          editing={about.editing}
          onPlain={() => setAbout({})}
          say={say}
        />
      ) : (
        <Text size="xs" c="dimmed" className={classes.composer}>
          You can read here, not write.
        </Text>
      )}
      <SearchRoomDialog
        groupId={groupId}
        opened={searching}
        onClose={() => setSearching(false)}
        onFound={number => {
          setSearching(false)
          setFound(number)
        }}
      />
      <ReadersDialog groupId={groupId} message={readersOf} onClose={() => setReadersOf(undefined)} />
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Delete message"
        confirmLabel="Delete message"
        workingLabel="Deleting…"
        onConfirm={() => api.groupMessages.remove({ groupId, messageId: removing?.id ?? '' })}
        failure="Failed to delete message"
        invalidatesUnlessLive={[orpc.groupMessages.list.key({ input: { groupId } })]}
      >
        It is removed for everybody, with its file. That it was there stays to be seen.
      </ConfirmDialog>
    </div>
  )
}

/** Notes what was read once its newest message is on a screen somebody looks at, at most once a second. */
function useReadOn({ id: groupId, lastRead }: GroupDetail, newest: number | undefined) {
  const noted = useRef(lastRead)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (newest === undefined || newest <= noted.current || document.hidden || timer.current !== undefined)
      return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const before = noted.current
      noted.current = newest
      api.groupMessages.read({ groupId, number: newest }).catch(() => {
        noted.current = before
      })
    }, 500)
  }, [groupId, newest])
}

/** Who is writing now; while nobody is, how many are in the group. */
function Typing({ groupId, quiet }: { groupId: string; quiet: string }) {
  const names = useSyncExternalStore(typingStore.subscribe, () => typingStore.get(groupId))
  return (
    <Text component="div" size="xs" c="dimmed" flex={1} miw={0} role="status">
      {typingWords(names) || quiet}
    </Text>
  )
}
