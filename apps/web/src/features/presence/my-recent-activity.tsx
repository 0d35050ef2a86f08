import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Flex, Text } from '@mantine/core'
import type { MyPresence } from '@muster/contract/presence.ts'
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react'
import { formatDuration } from '../../lib/format-duration.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { DayButton } from '../users/public.ts'
import { recentActivity } from './recent-activity.ts'

/** The last entries and exits under a small heading. Renders nothing without any. */
export function RecentActivity({ presence, limit }: { presence: MyPresence; limit: number }) {
  if (presence.recent.length === 0) return null
  return (
    <div>
      <Text component="h3" size="xs" fw={600} c="dimmed" mb={4}>
        {t`Recent activity`}
      </Text>
      <Activities presence={presence} limit={limit} />
    </div>
  )
}

export function MyDayButton({ presence: { zoneId, lastSeen } }: { presence: MyPresence }) {
  const { userId } = useMe()
  if (lastSeen === null) return null
  return (
    <div>
      <DayButton zoneId={zoneId} userId={userId} label={t`My day on the map`} />
    </div>
  )
}

function Activities({ presence, limit }: { presence: MyPresence; limit: number }) {
  const activities = recentActivity(presence.recent, limit).map(({ durationMinutes, ...activity }) => ({
    ...activity,
    duration: durationMinutes === null ? null : formatDuration(durationMinutes),
  }))
  if (activities.length === 0) return null
  return (
    <Flex component="ul" direction="column" gap={4}>
      {activities.map(({ id, kind, at, duration }) => (
        <Flex component="li" key={id} wrap="wrap" align="center" gap="0 8px" mih={24}>
          {kind === 'Entered' ? (
            <IconDoorEnter size="1.125rem" color="var(--m-inside)" aria-hidden />
          ) : (
            <IconDoorExit size="1.125rem" color="var(--m-quiet)" aria-hidden />
          )}
          <Box component="span" miw="60px">
            {kind === 'Entered' ? t`Entered` : t`Exited`}
          </Box>
          <RelativeTime at={at} form="clock" />
          {duration !== null && (
            <Text span inherit c="dimmed">
              <Trans>after {duration}</Trans>
            </Text>
          )}
        </Flex>
      ))}
    </Flex>
  )
}
