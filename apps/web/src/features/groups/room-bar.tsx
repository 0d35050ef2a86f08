import { t } from '@lingui/core/macro'
import { ActionIcon, Text } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { IconBell, IconBellOff, IconSearch } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import classes from './room.module.css'
import { memberCountText, typingText } from './room-words.ts'
import { typingStore } from './typing-store.ts'

/** The bar above the messages: typing indicator, mute and search. */
export function RoomBar({ group, onSearch }: { group: GroupDetail; onSearch: () => void }) {
  const { id: groupId, muted, members } = group
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
    <div className={classes.bar}>
      <TypingIndicator groupId={groupId} quiet={memberCountText(members)} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={muted ? t`Unmute group` : t`Mute group`}
        aria-pressed={muted}
        onClick={() => setMuted.mutate(!muted)}
      >
        {muted ? <IconBellOff size="1.25rem" aria-hidden /> : <IconBell size="1.25rem" aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={t`Search messages`} onClick={onSearch}>
        <IconSearch size="1.25rem" aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Shows who is typing or, if nobody is, the `quiet` text. */
function TypingIndicator({ groupId, quiet }: { groupId: string; quiet: string }) {
  const names = useSyncExternalStore(typingStore.subscribe, () => typingStore.get(groupId))
  return (
    <Text component="div" size="xs" c="dimmed" flex={1} miw={0} role="status">
      {typingText(names) || quiet}
    </Text>
  )
}
