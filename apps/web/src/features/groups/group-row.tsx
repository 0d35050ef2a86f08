import { ph, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { Group } from '@muster/contract/groups.ts'
import { groupTopic } from '@muster/contract/topic.ts'
import { IconBellOff, IconDots, IconMessages, IconSettings } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatCount } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Menu } from '../../ui/layout/menu.tsx'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import classes from './group-list.module.css'
import { memberCountText } from './room-words.ts'

type Props = {
  group: Group
  chat: LinkProps & { onClick?: () => void }
  isOpen: boolean
  /** Names the zone too, in a list of several zones. */
  withZone: boolean
  onDetails: () => void
}

export function GroupRow({ group, chat, isOpen, withZone, onDetails }: Props) {
  const { id, name, zoneName, members, lastActivity, createdAt, unread, muted, mayRead } = group
  useFeedTopic(mayRead ? groupTopic(id) : undefined)
  const hasChanged = useChanged(group.lastMessage?.number ?? null)
  return (
    <article
      className={`${classes.row} ${tint.tint}`}
      data-changed={hasChanged || undefined}
      data-open={isOpen || undefined}
    >
      <PersonAvatar name={name} size={44} />
      <Box flex={1} miw={0}>
        <div className={classes.line}>
          <h2 className={classes.name}>
            {mayRead ? (
              <Link
                {...chat}
                className={classes.open}
                aria-label={t`Open Chat of ${name}`}
                aria-current={isOpen || undefined}
              >
                <Name>{name}</Name>
              </Link>
            ) : (
              <button
                type="button"
                className={classes.open}
                aria-label={t`View & Manage ${name}`}
                onClick={onDetails}
              >
                <Name>{name}</Name>
              </button>
            )}
          </h2>
          <Text span size="xs" c="dimmed" flex="none">
            <ShortTime at={lastActivity ?? createdAt} />
          </Text>
        </div>
        <div className={classes.line}>
          <Text component="p" c="dimmed" className={classes.last} data-unread={unread > 0 || undefined}>
            {mayRead ? <LastMessage group={group} /> : memberCountText(members)}
          </Text>
          {muted && <IconBellOff size="1rem" color="var(--m-quiet)" aria-label={t`Muted`} role="img" />}
          {unread > 0 && (
            <span
              className={classes.unread}
              role="img"
              aria-label={t`${plural(unread, { one: '# unread', other: '# unread' })}`}
            >
              {formatCount(unread)}
            </span>
          )}
        </div>
        {withZone && (
          <Text component="p" size="xs" c="dimmed" truncate>
            <Name>{zoneName}</Name>
          </Text>
        )}
      </Box>
      <RowMenu group={group} chat={chat} onDetails={onDetails} />
    </article>
  )
}

function RowMenu({ group: { name, mayRead }, chat, onDetails }: Pick<Props, 'group' | 'chat' | 'onDetails'>) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          icon={IconDots}
          iconSize="1.125rem"
          className={classes.more}
          size={44}
          aria-label={t`More options for ${{ name }}`}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {mayRead && (
          <Menu.Item icon={IconMessages} renderRoot={props => <Link {...props} {...chat} />}>
            {t`Open Chat`}
          </Menu.Item>
        )}
        <Menu.Item icon={IconSettings} onClick={onDetails}>
          <Trans>View & Manage</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function LastMessage({ group: { lastMessage } }: Pick<Props, 'group'>) {
  const { userId: me } = useMe()
  if (!lastMessage) return t`No messages yet`
  const { senderId, senderName, text, fileName, isDeleted } = lastMessage
  if (isDeleted) return <em>{t`This message was deleted.`}</em>
  const message = text || (fileName ?? '')
  return senderId === me ? (
    <Trans>
      You: <span dir="auto">{message}</span>
    </Trans>
  ) : (
    <Trans>
      <Name>{ph({ sender: senderName })}</Name>: <span dir="auto">{message}</span>
    </Trans>
  )
}

function ShortTime({ at }: { at: string }) {
  const isToday = new Date(at).toDateString() === new Date(useNow()).toDateString()
  return isToday ? <RelativeTime at={at} form="clock" /> : <Day at={at} />
}
