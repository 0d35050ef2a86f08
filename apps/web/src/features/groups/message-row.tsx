import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { type GroupReaction, groupReactions, isChangeable } from '@muster/domain/group.ts'
import { IconArrowBackUp, IconChecks, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { formatLongDate } from '../../lib/format-day.ts'
import { formatClock } from '../../lib/format-time.ts'
import { language } from '../../lib/language.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Menu } from '../../ui/layout/menu.tsx'
import { Name } from '../../ui/people/name.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { AttachmentList, type FetchLinks, PictureAttachment } from '../files/public.ts'
import type { MessageLine } from './message-lines.ts'
import { MessageText } from './message-text.tsx'
import classes from './room.module.css'
import { fileTexts } from './room-words.ts'

export type MessageActions = {
  onReply: (message: GroupMessage) => void
  onEdit: (message: GroupMessage) => void
  onRemove: (message: GroupMessage) => void
  onReact: (message: GroupMessage, emoji: GroupReaction, on: boolean) => void
  onReaders: (message: GroupMessage) => void
  onJump: (number: number) => void
  fetchLinks: FetchLinks
}

type Props = {
  line: Extract<MessageLine, { kind: 'sent' }>
  me: string
  mayChat: boolean
  /** The members who have read the message, and all other members; undefined for other people's messages and until loaded. */
  readBy: readonly [number, number] | undefined
  isJumpTarget: boolean
  acts: MessageActions
}

export const MessageRow = memo(function MessageRow({ line, me, mayChat, readBy, isJumpTarget, acts }: Props) {
  const { message, startsDay, startsUnread, isContinuation } = line
  const isMine = message.senderId === me
  const time = formatClock(new Date(message.createdAt), new Date())
  return (
    <div className={classes.line} data-goes-on={isContinuation || undefined}>
      {startsDay && <div className={classes.day}>{formatLongDate(new Date(message.createdAt))}</div>}
      {startsUnread && <div className={classes.unread}>{t`New messages`}</div>}
      <article
        className={classes.message}
        data-mine={isMine || undefined}
        data-found={isJumpTarget || undefined}
        aria-label={isMine ? t`You, ${time}` : `${message.senderName}, ${time}`}
      >
        <div className={classes.bubble}>
          {!isContinuation && !isMine && (
            <Text component="div" size="xs" fw={600}>
              <Name>{message.senderName}</Name>
            </Text>
          )}
          {message.replyTo && (
            <UnstyledButton
              type="button"
              className={classes.quoted}
              fz="xs"
              onClick={() => acts.onJump(message.replyTo?.number ?? 0)}
            >
              <Name>{message.replyTo.senderName}</Name>
              <span dir="auto">{message.replyTo.text || t`File or deleted message`}</span>
            </UnstyledButton>
          )}
          {message.deletedAt ? (
            <Text c="dimmed" fs="italic">
              {t`This message was deleted.`}
            </Text>
          ) : (
            message.text !== '' && <MessageText text={message.text} mentions={message.mentions} me={me} />
          )}
          {message.file?.thumbnailUrl && !message.file.isLost ? (
            <PictureAttachment
              file={message.file}
              words={fileTexts}
              opensFailed
              fetchLinks={acts.fetchLinks}
            />
          ) : (
            message.file && (
              <AttachmentList
                files={[message.file]}
                words={fileTexts}
                opensFailed
                fetchLinks={acts.fetchLinks}
              />
            )
          )}
          <MessageFooter message={message} readBy={isMine ? readBy : undefined} onReaders={acts.onReaders} />
        </div>
        {!message.deletedAt && (
          <ActionsMenu message={message} isMine={isMine} mayChat={mayChat} acts={acts} />
        )}
      </article>
      {message.reactions.length > 0 && !message.deletedAt && (
        <Group gap={4} pt={4} justify={isMine ? 'flex-end' : undefined}>
          {message.reactions.map(({ emoji, count, mine }) => (
            <UnstyledButton
              key={emoji}
              type="button"
              className={classes.reaction}
              fz="inherit"
              aria-pressed={mine}
              disabled={!mayChat}
              aria-label={reactionText(emoji, count, mine)}
              onClick={() => acts.onReact(message, emoji, !mine)}
            >
              {emoji} {formatCount(count)}
            </UnstyledButton>
          ))}
        </Group>
      )}
    </div>
  )
})

function reactionText(emoji: string, count: number, mine: boolean): string {
  const people = formatCount(count)
  return mine ? t`${emoji} ${people}, including yours` : `${emoji} ${people}`
}

type MessageFooterProps = {
  message: GroupMessage
  readBy: Props['readBy']
  onReaders: MessageActions['onReaders']
}

function MessageFooter({ message, readBy, onReaders }: MessageFooterProps) {
  const { createdAt, writtenAt } = message
  const [readers, others] = readBy?.map(formatCount) ?? []
  return (
    <Group gap="0 8px" fz="xs" c="dimmed">
      {writtenAt ? (
        <span>
          <Trans>
            Written {ph({ time: formatClock(new Date(writtenAt), new Date()) })}, sent{' '}
            <ClockTime at={createdAt} />
          </Trans>
        </span>
      ) : (
        <ClockTime at={createdAt} />
      )}
      {message.editedAt && !message.deletedAt && <span>{t`Edited`}</span>}
      {readBy && readBy[1] > 0 && (
        <UnstyledButton type="button" mih={44} my={-10} fz="inherit" onClick={() => onReaders(message)}>
          <IconChecks size="0.875rem" aria-hidden />{' '}
          <Trans>
            Read by {readers} of {others}
          </Trans>
        </UnstyledButton>
      )}
    </Group>
  )
}

function ClockTime({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
    </time>
  )
}

function ActionsMenu({
  message,
  isMine,
  mayChat,
  acts,
}: { message: GroupMessage; isMine: boolean } & Pick<Props, 'mayChat' | 'acts'>) {
  const now = useNow()
  const mayChange = isMine && mayChat && isChangeable(new Date(message.createdAt), now)
  const mayRemove = mayChange || (isMine && mayChat && message.file?.isLost)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          icon={IconDots}
          iconSize="1.125rem"
          className={classes.more}
          size={44}
          aria-label={
            isMine
              ? t`More options for your message`
              : t`More options for the message from ${{ sender: message.senderName }}`
          }
        />
      </Menu.Target>
      <Menu.Dropdown>
        {mayChat && (
          <Group wrap="nowrap" align="stretch" gap={0}>
            {groupReactions.map(emoji => {
              const hasReacted = message.reactions.some(it => it.emoji === emoji && it.mine)
              return (
                <Menu.Item
                  key={emoji}
                  w={44}
                  h={44}
                  p={0}
                  fz="lg"
                  ta="center"
                  aria-label={hasReacted ? t`Remove reaction ${emoji}` : t`React with ${emoji}`}
                  onClick={() => acts.onReact(message, emoji, !hasReacted)}
                >
                  {emoji}
                </Menu.Item>
              )
            })}
          </Group>
        )}
        {mayChat && (
          <Menu.Item icon={IconArrowBackUp} points onClick={() => acts.onReply(message)}>
            {t`Reply`}
          </Menu.Item>
        )}
        <Menu.Item icon={IconChecks} onClick={() => acts.onReaders(message)}>
          {t`Who has read it`}
        </Menu.Item>
        {mayRemove && (
          <>
            {mayChange && message.text !== '' && (
              <Menu.Item icon={IconPencil} onClick={() => acts.onEdit(message)}>
                {t`Edit`}
              </Menu.Item>
            )}
            <Menu.Item color="red" icon={IconTrash} onClick={() => acts.onRemove(message)}>
              {t`Delete`}
            </Menu.Item>
            {mayChange && <Menu.Label>{t`You can edit or delete a message for 15 minutes.`}</Menu.Label>}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type PendingProps = {
  line: Extract<MessageLine, { kind: 'pending' }>
  isLive: boolean
  me: string
  onRetry: () => void
  onDiscard: () => void
}

/** The user's own message, not yet confirmed by the server. */
export function PendingRow({ line: { message }, isLive, me, onRetry, onDiscard }: PendingProps) {
  const { state, reason } = message.entry
  const stateText =
    state === 'refused'
      ? reason
        ? t`Failed to send message. ${reason}`
        : t`Failed to send message`
      : state === 'needs-entry'
        ? t`It will be sent after you enter the zone.`
        : isLive
          ? t`Sending…`
          : t`Queued. It will be sent when you’re back online.`
  return (
    <div className={classes.line}>
      <div className={classes.message} data-mine data-pending>
        <div className={classes.bubble}>
          {message.text !== '' && <MessageText text={message.text} mentions={[]} me={me} />}
          {message.fileName && (
            <p className={classes.text} dir="auto">
              {message.fileName}
            </p>
          )}
          <Text component="div" size="xs" c={state === 'refused' ? 'var(--m-danger)' : 'dimmed'}>
            {stateText}
          </Text>
          {state === 'refused' && (
            <Group wrap="nowrap" align="stretch" gap="xs">
              <Button variant="default" size="compact-md" onClick={onRetry}>
                {t`Retry`}
              </Button>
              <Button variant="subtle" color="gray" size="compact-md" onClick={onDiscard}>
                {t`Discard`}
              </Button>
            </Group>
          )}
        </div>
      </div>
    </div>
  )
}
