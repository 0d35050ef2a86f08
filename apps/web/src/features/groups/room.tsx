import { t } from '@lingui/core/macro'
import { Box, Text } from '@mantine/core'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { groupTopic } from '@muster/contract/topic.ts'
import { useId, useMemo, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { Composer } from './composer.tsx'
import { type DialogMode, GroupDialog } from './group-dialog.tsx'
import type { MessageActions } from './message-row.tsx'
import { Messages } from './messages.tsx'
import { ReadersDialog } from './readers-dialog.tsx'
import classes from './room.module.css'
import { RoomHeader } from './room-header.tsx'
import { SearchRoomDialog } from './search-room-dialog.tsx'
import { SharedFiles } from './shared-files.tsx'
import { useSendMessage } from './use-send-message.ts'

type Props = {
  group: GroupDetail
  /** The level of the heading: 1 if the conversation is the whole page. */
  level: 1 | 2
  /** Leads back to the list, if the conversation is the whole page. */
  back?: React.ReactNode
}

/** A note says so if the person may not read it or may not write in it. */
export function Room({ group, level, back }: Props) {
  const { id: groupId, mayRead } = group
  useFeedTopic(mayRead ? groupTopic(groupId) : undefined)
  const headingId = useId()
  const [isSearching, setIsSearching] = useState(false)
  const showingFiles = useDialog()
  const [dialogMode, setDialogMode] = useState<DialogMode>()
  return (
    <section className={classes.room} aria-labelledby={headingId}>
      <RoomHeader
        group={group}
        level={level}
        headingId={headingId}
        back={back}
        onSearch={() => setIsSearching(true)}
        onFiles={showingFiles.open}
        onMembers={() => setDialogMode('members')}
        onManage={() => setDialogMode('view')}
      />
      {mayRead ? (
        <Conversation
          key={groupId}
          group={group}
          isSearching={isSearching}
          onSearchEnd={() => setIsSearching(false)}
        />
      ) : (
        <Box my="auto" p="md">
          <NotAllowed
            title={t`You’re not in this group`}
            text={t`Only members can read its messages. A zone manager can add you.`}
          />
        </Box>
      )}
      <ResponsiveDialog {...showingFiles.props} title={t`Shared files`} width={560}>
        <SharedFiles groupId={groupId} titled />
      </ResponsiveDialog>
      <GroupDialog
        groupId={groupId}
        opened={dialogMode !== undefined}
        startsAt={dialogMode}
        onClose={() => setDialogMode(undefined)}
        onChat={() => setDialogMode(undefined)}
      />
    </section>
  )
}

type ConversationProps = Pick<Props, 'group'> & { isSearching: boolean; onSearchEnd: () => void }

function Conversation({ group, isSearching, onSearchEnd }: ConversationProps) {
  const { id: groupId, zoneId, mayChat } = group
  const { userId: me } = useMe()
  const [jumpTarget, setJumpTarget] = useState<number>()
  const [composerContext, setComposerContext] = useState<{ replyTo?: GroupMessage; editing?: GroupMessage }>(
    {},
  )
  const [messageToRemove, setMessageToRemove] = useState<GroupMessage>()
  const [messageWithReaders, setMessageWithReaders] = useState<GroupMessage>()
  const sending = useSendMessage(group)
  const react = useAct({
    call: (input: Parameters<typeof api.groupMessages.react>[0]) => api.groupMessages.react(input),
    failed: t`Failed to send message`,
    invalidatesUnlessLive: [orpc.groupMessages.list.key({ input: { groupId } })],
  })
  const reactNow = react.mutate
  const actions = useMemo<MessageActions>(
    () => ({
      onReply: replyTo => setComposerContext({ replyTo }),
      onEdit: editing => setComposerContext({ editing }),
      onRemove: setMessageToRemove,
      onReact: ({ id: messageId }, emoji, on) => reactNow({ groupId, messageId, emoji, on }),
      onReaders: setMessageWithReaders,
      onJump: setJumpTarget,
      fetchLinks: ({ id: fileId }) => api.groupMessages.fileLink({ groupId, fileId }),
    }),
    [groupId, reactNow],
  )
  return (
    <>
      <Messages
        group={group}
        jumpTarget={jumpTarget}
        onEnd={() => setJumpTarget(undefined)}
        acts={actions}
        sending={sending}
      />
      {mayChat ? (
        <Composer
          groupId={groupId}
          zoneId={zoneId}
          me={me}
          replyTo={composerContext.replyTo}
          editing={composerContext.editing}
          onPlain={() => setComposerContext({})}
          sendMessage={sending.sendMessage}
        />
      ) : (
        <Text size="xs" c="dimmed" className={classes.composer}>
          {t`You can read this conversation but can’t write in it.`}
        </Text>
      )}
      <SearchRoomDialog
        groupId={groupId}
        opened={isSearching}
        onClose={onSearchEnd}
        onSelect={number => {
          onSearchEnd()
          setJumpTarget(number)
        }}
      />
      <ReadersDialog
        groupId={groupId}
        message={messageWithReaders}
        onClose={() => setMessageWithReaders(undefined)}
      />
      <ConfirmDialog
        opened={messageToRemove !== undefined}
        onClose={() => setMessageToRemove(undefined)}
        title={t`Delete message`}
        confirmLabel={t`Delete message`}
        workingLabel={t`Deleting…`}
        onConfirm={() => api.groupMessages.remove({ groupId, messageId: messageToRemove?.id ?? '' })}
        failure={t`The message couldn’t be deleted. Try again.`}
        invalidatesUnlessLive={[orpc.groupMessages.list.key({ input: { groupId } })]}
      >
        {t`The message and its file will be deleted for everyone. A note stays in their place.`}
      </ConfirmDialog>
    </>
  )
}
