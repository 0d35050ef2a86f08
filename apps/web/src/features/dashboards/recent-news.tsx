import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { Document } from '@muster/contract/documents.ts'
import type { Group } from '@muster/contract/groups.ts'
import type { Hazard } from '@muster/contract/hazards.ts'
import { groupTopic } from '@muster/contract/topic.ts'
import {
  IconAlertTriangle,
  IconFiles,
  IconHourglass,
  IconMessages,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { RequestRow, useTrackingRequests } from '../sharing/public.ts'
import classes from './dashboard.module.css'
import { RecentList } from './recent-list.tsx'
import { toFigure, useBroadcastCounter, useGroupCounter, useHazardCounter } from './use-counters.ts'
import { useMyGroups, useOpenHazards, useRecentBroadcasts, useZoneFiles } from './use-recent.ts'

/** The open hazards of a zone. */
export function ActiveNotifications({ zoneId }: { zoneId: string }) {
  const query = useOpenHazards(zoneId)
  return (
    <RecentList
      title={t`Active Notifications`}
      icon={IconAlertTriangle}
      counter={useHazardCounter(zoneId)}
      to={paths.hazards}
      query={query}
      failure={t`Failed to load notifications`}
      empty={t`No open hazards.`}
    >
      {hazard => <HazardLine hazard={hazard} />}
    </RecentList>
  )
}

/** The open hazards of all zones, for internal admins. */
export function OpenHazards() {
  const query = useOpenHazards()
  return (
    <RecentList
      title={t`Open Hazards`}
      icon={IconAlertTriangle}
      to={paths.hazards}
      query={query}
      failure={t`Failed to load notifications`}
      empty={t`No open hazards.`}
    >
      {hazard => <HazardLine hazard={hazard} zoneName={hazard.zoneName} />}
    </RecentList>
  )
}

/** The location requests that concern the person. */
export function PendingRequests() {
  const { query, requests, pendingCount, received } = useTrackingRequests()
  return (
    <RecentList
      title={t`Pending Requests`}
      icon={IconHourglass}
      counter={{ value: toFigure(query.data && pendingCount, query.isError) }}
      query={{ ...query, data: query.data && { rows: requests } }}
      failure={t`Failed to load location requests`}
      empty={t`No location requests.`}
      // Questions about the person's own position stand above every page.
      startsOpen={pendingCount > received.length}
    >
      {request => <RequestRow request={request} />}
    </RecentList>
  )
}

/** The user's groups. */
export function MyGroups({ zoneId }: { zoneId: string }) {
  const query = useMyGroups(zoneId)
  return (
    <RecentList
      title={t`My Groups`}
      icon={IconMessages}
      counter={useGroupCounter(zoneId)}
      to={paths.myGroups}
      query={query}
      failure={t`Failed to load groups`}
      empty={t`You’re not in any groups yet.`}
    >
      {group => <GroupLine group={group} />}
    </RecentList>
  )
}

function GroupLine({ group: { id, name, unread, lastActivity } }: { group: Group }) {
  useFeedTopic(groupTopic(id))
  return (
    <Link to="/groups/$groupId" params={{ groupId: id }} className={classes.line}>
      <Box component="span" flex={1} miw={0}>
        <Name>{name}</Name>
        <Text span display="block" size="xs" c="dimmed">
          {lastActivity ? <RelativeTime at={lastActivity} /> : t`No messages yet`}
        </Text>
      </Box>
      {unread > 0 && (
        <strong>
          <Trans>
            <Plural value={unread} one="# unread" other="# unread" />
          </Trans>
        </strong>
      )}
    </Link>
  )
}

/** The newest files of a zone. */
export function ZoneFiles({ zoneId }: { zoneId: string }) {
  const query = useZoneFiles(zoneId)
  return (
    <RecentList
      title={t`Zone Files`}
      icon={IconFiles}
      to={paths.documents}
      query={query}
      failure={t`Failed to load files`}
      empty={t`No files yet.`}
    >
      {file => <FileLine file={file} />}
    </RecentList>
  )
}

export function FileLine({ file: { title, folderId, updatedAt, reading } }: { file: Document }) {
  return (
    <Link to={paths.documents} search={folderId ? { folder: folderId } : {}} className={classes.line}>
      <Box component="span" flex={1} miw={0}>
        <Name>{title}</Name>
        <Text span display="block" size="xs" c="dimmed">
          <RelativeTime at={updatedAt} />
        </Text>
      </Box>
      {reading?.mine === 'asked' && <strong>{t`Read and confirm`}</strong>}
    </Link>
  )
}

export function RecentBroadcasts({ zoneId }: { zoneId: string }) {
  const query = useRecentBroadcasts(zoneId)
  return (
    <RecentList
      title={t`Recent Broadcasts`}
      icon={IconSpeakerphone}
      counter={useBroadcastCounter(zoneId)}
      to={paths.broadcasts}
      query={query}
      failure={t`Failed to load broadcasts data`}
      empty={t`No broadcasts yet.`}
    >
      {broadcast => <BroadcastLine broadcast={broadcast} />}
    </RecentList>
  )
}

export function HazardLine({ hazard, zoneName }: { hazard: Hazard; zoneName?: string }) {
  const { id, zoneId, title, severity, createdAt } = hazard
  return (
    <Link to={paths.hazards} search={{ hazard: id, zone: zoneId }} className={classes.line}>
      <Box component="span" flex={1} miw={0}>
        <Name>{title}</Name>
        <Text span display="block" size="xs" c="dimmed">
          <RelativeTime at={createdAt} />
          {zoneName && (
            <>
              {' '}
              · <Name>{zoneName}</Name>
            </>
          )}
        </Text>
      </Box>
      <LevelBadge level={severity} />
    </Link>
  )
}

export function BroadcastLine({
  broadcast: { id, title, priority, sentAt, createdAt },
}: {
  broadcast: Broadcast
}) {
  return (
    <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.line}>
      <Box component="span" flex={1} miw={0}>
        <Name>{title}</Name>
        <Text span display="block" size="xs" c="dimmed">
          <RelativeTime at={sentAt ?? createdAt} />
        </Text>
      </Box>
      <LevelBadge level={priority} />
    </Link>
  )
}
