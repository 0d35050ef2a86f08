import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import type { Group as GroupRow } from '@muster/contract/groups.ts'
import { groupTopic } from '@muster/contract/topic.ts'
import { IconBellOff, IconMapPin, IconMessages, IconUsers } from '@tabler/icons-react'
import { useFeedTopic } from '../../live/use-feed.ts'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { Name } from '../../ui/people/name.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { memberCountText } from './room-words.ts'

type Props = {
  group: GroupRow
  isOpen: boolean
  onOpen: () => void
  onChat: () => void
}

/** A group in the list: its members, its zone, and whether it has unread messages. */
export function GroupCard({ group, isOpen, onOpen, onChat }: Props) {
  const { id, name, description, zoneName, members, lastActivity, createdAt, unread, muted, mayRead } = group
  useFeedTopic(mayRead ? groupTopic(id) : undefined)
  const opensDetails = useOpensDetails(isOpen)
  const hasChanged = useChanged(unread)
  return (
    <Panel component="article" h="100%" className={tint.tint} data-changed={hasChanged || undefined}>
      <Group wrap="nowrap" justify="space-between" align="flex-start" gap="xs">
        <h2 dir="auto">{name}</h2>
        {unread > 0 && (
          <Badge color="coral" variant="filled" size="lg" flex="none">
            <Plural value={unread} one="# unread" other="# unread" />
          </Badge>
        )}
      </Group>
      <Text c="dimmed" lineClamp={2} dir="auto">
        {description}
      </Text>
      <Group gap="2px 12px" fz="xs" c="dimmed" mt="auto">
        <span>
          <IconUsers size="0.875rem" aria-hidden /> {memberCountText(members)}
        </span>
        <span>
          <IconMapPin size="0.875rem" aria-hidden /> <Name>{zoneName}</Name>
        </span>
        <span>
          {lastActivity ? (
            <Trans>
              Last activity <RelativeTime at={lastActivity} />
            </Trans>
          ) : (
            t`No messages yet`
          )}
        </span>
        <span>
          <Trans>
            Created <Day at={createdAt} />
          </Trans>
        </span>
        {muted && (
          <span>
            <IconBellOff size="0.875rem" aria-hidden /> <Trans>Muted</Trans>
          </span>
        )}
      </Group>
      <Group gap="xs">
        {mayRead && (
          <Button
            leftSection={<IconMessages size="1.125rem" aria-hidden />}
            onClick={onChat}
            aria-label={t`Open Chat of ${name}`}
          >
            <Trans>Open Chat</Trans>
          </Button>
        )}
        <Button variant="default" onClick={onOpen} aria-label={t`View & Manage ${name}`} {...opensDetails}>
          <Trans>View & Manage</Trans>
        </Button>
      </Group>
    </Panel>
  )
}
