import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import {
  IconBell,
  IconBellOff,
  IconDots,
  IconPaperclip,
  IconSearch,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { Name } from '../../ui/people/name.tsx'
import classes from './room.module.css'
import { memberCountText, typingText } from './room-words.ts'
import { typingStore } from './typing-store.ts'

type Props = {
  group: GroupDetail
  /** The level of the heading: 1 if the conversation is the whole page. */
  level: 1 | 2
  headingId: string
  /** Leads back to the list, if the conversation is the whole page. */
  back?: React.ReactNode
  onSearch: () => void
  onFiles: () => void
  onMembers: () => void
  onManage: () => void
}

export function RoomHeader({ group, level, headingId, back, onSearch, onFiles, onMembers, onManage }: Props) {
  const { id: groupId, name, description, zoneName, zoneStatus, members, muted, mayRead } = group
  const typing = typingText(useSyncExternalStore(typingStore.subscribe, () => typingStore.get(groupId)))
  // The page of a group shows it beside the conversation.
  const showsDescription = !useIsWideScreen() || level === 2
  const setMuted = useAct({
    call: (next: boolean) => api.groupMessages.mute({ groupId, muted: next }),
    done: (_, next) =>
      next
        ? [t`Group muted`, t`You’ll only get alerts when someone mentions you.`]
        : [t`Group unmuted`, t`You’ll get alerts for new messages again.`],
    failed: t`Failed to update group`,
    invalidatesUnlessLive: [orpc.groups.key()],
  })
  return (
    <header className={classes.bar} data-back={back !== undefined || undefined}>
      {back}
      <Box flex={1} miw={0} pe="xs">
        <Text
          component={level === 1 ? 'h1' : 'h2'}
          id={headingId}
          size="md"
          fw={600}
          lh={1.3}
          truncate
          dir="auto"
        >
          {name}
        </Text>
        <Text component="div" size="xs" c="dimmed" truncate>
          <span role="status">{typing}</span>
          {!typing && (
            <>
              {memberCountText(members)} · <Name>{zoneName}</Name>
              {level === 1 && <ZoneStatusBadge status={zoneStatus} />}
              {description && showsDescription && <span dir="auto"> · {description}</span>}
            </>
          )}
        </Text>
      </Box>
      {mayRead && (
        <>
          <ActionIcon icon={IconSearch} size={44} aria-label={t`Search messages`} onClick={onSearch} />
          <ActionIcon icon={IconPaperclip} size={44} aria-label={t`Shared files`} onClick={onFiles} />
        </>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon icon={IconDots} size={44} aria-label={t`Options of the group ${{ group: name }}`} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item icon={IconUsers} onClick={onMembers}>
            {t`Members`}
          </Menu.Item>
          <Menu.Item icon={IconSettings} onClick={onManage}>
            <Trans>View & Manage</Trans>
          </Menu.Item>
          {mayRead && (
            <Menu.Item
              leftSection={
                muted ? <IconBell size="1.125rem" aria-hidden /> : <IconBellOff size="1.125rem" aria-hidden />
              }
              onClick={() => setMuted.mutate(!muted)}
            >
              {muted ? t`Unmute group` : t`Mute group`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
