import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Skeleton, Stack } from '@mantine/core'
import type { MyPresence } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useSeenLately } from '../../ui/time/use-seen-lately.ts'
import { MyDayButton, RecentActivity } from './my-recent-activity.tsx'

type Props = {
  zoneId: string
  /** Maximum number of entries and exits listed; 0 hides them and the link to the person's day. */
  recent: number
  /** Renders nothing before the first check. */
  onlyOnceChecked?: boolean
  unknown?: string
}

export function MyZonePresence({
  zoneId,
  recent,
  onlyOnceChecked = false,
  unknown = t`Not Checked-in`,
}: Props) {
  const ownPresence = useOwnPresence(zoneId)
  if (ownPresence.isPending) return onlyOnceChecked ? null : <Skeleton height={24} width={160} />
  const lastLoadedAt = getStaleSince(ownPresence)
  const failureLine = ownPresence.isError && (
    <FailedLine
      text={t`Failed to load presence tracking data`}
      query={ownPresence}
      staleSince={lastLoadedAt}
    />
  )
  if (!ownPresence.data) return failureLine
  const presence = ownPresence.data.zones.find(zone => zone.zoneId === zoneId)
  if (onlyOnceChecked && (!presence || presence.presence === 'unknown')) return null
  return (
    <Stack gap="sm">
      {failureLine}
      <AgeGrey stale={lastLoadedAt !== undefined}>
        <Stack gap="sm">
          <LiveTint value={presence?.presence ?? 'unknown'}>
            <CurrentState presence={presence} unknown={unknown} />
          </LiveTint>
          {recent > 0 && presence && <RecentActivity presence={presence} limit={recent} />}
          {recent > 0 && presence && <MyDayButton presence={presence} />}
        </Stack>
      </AgeGrey>
    </Stack>
  )
}

const sourceNames = { manual: t`manual`, automatic: t`automatic`, device: t`location app` } as const

/** Shows the current state, with a note to the user if their position may be mocked. */
function CurrentState({ presence, unknown }: { presence: MyPresence | undefined; unknown: string }) {
  const isSeenLately = useSeenLately(presence?.lastSeen ?? null)
  if (!presence || presence.lastSeen === null) {
    return (
      <Group gap="4px 8px" c="dimmed">
        <PresenceBadge presence="unknown" lastSeen={null} label={unknown} />
      </Group>
    )
  }
  return (
    <Group gap="4px 8px" c="dimmed">
      <PresenceBadge presence={presence.presence} lastSeen={presence.lastSeen} />
      <MockMark mock={presence.mock} />
      {presence.insideSince &&
        (isSeenLately ? (
          <RelativeTime at={presence.insideSince} form="since" />
        ) : (
          <span>
            <Trans>
              entered <RelativeTime at={presence.insideSince} form="clock" />
            </Trans>
          </span>
        ))}
      <span>
        <Trans>
          Last check <RelativeTime at={presence.lastSeen} />
        </Trans>
        {presence.source && ` · ${sourceNames[presence.source]}`}
      </span>
      {presence.mock && (
        <Box component="span" flex="0 0 100%">
          <Trans>
            Your phone reports that another app is setting its position. It still counts, but managers see
            that it may not be real.
          </Trans>
        </Box>
      )}
    </Group>
  )
}

/** Uses the shared query for all zones or, if that is at its limit and lacks the zone, one of its own. */
function useOwnPresence(zoneId: string) {
  const allZonesQuery = useQuery(orpc.presence.mine.queryOptions())
  const isFull = allZonesQuery.data !== undefined && allZonesQuery.data.zones.length >= limits.myZonesMost
  const isBeyondLimit = isFull && !allZonesQuery.data?.zones.some(zone => zone.zoneId === zoneId)
  const singleZoneQuery = useQuery({
    ...orpc.presence.mine.queryOptions({ input: { zoneId } }),
    enabled: isBeyondLimit,
  })
  return isBeyondLimit ? singleZoneQuery : allZonesQuery
}
