import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Card, Flex, Group, SimpleGrid, Text } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import type { Role } from '@muster/domain/role.ts'
import {
  IconAlertTriangle,
  IconCurrentLocation,
  IconMap2,
  IconMapPin,
  IconMapPins,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { paths } from '../../lib/paths.ts'
import { type SelectedZone, useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { QuestionCard, useOpenQuestions } from '../broadcasts/public.ts'
import { ConsentWithdrawn } from '../consents/public.tsx'
import { ZoneRequestsLink } from '../organisations/public.ts'
import { InsideSummary, MyZonePresence, useZoneRights } from '../presence/public.ts'
import { RequestTrackingButton, TrackingRequests } from '../sharing/public.ts'
import { UserCodeShare } from '../users/public.ts'
import { CapacityBar } from '../zones/public.ts'
import { MemberCounters } from './member-counters.tsx'
import { type QuickAction, QuickActions } from './quick-actions.tsx'
import { ActiveNotifications, MyGroups, RecentBroadcasts, ZoneFiles } from './recent-news.tsx'

const checkZoneAction: QuickAction = {
  label: t`Check Zone Location`,
  to: paths.myZones,
  icon: IconCurrentLocation,
}
const reportAction: QuickAction = {
  label: t`Report Notification`,
  to: paths.hazards,
  search: { report: true },
  icon: IconAlertTriangle,
}
const managerActions: QuickAction[] = [
  { label: t`Zone Users`, to: paths.zoneUsers, icon: IconUsersGroup },
  { label: t`My Zones`, to: paths.managerZones, icon: IconMapPins },
  { label: t`Users`, to: paths.users, icon: IconUsers },
]
const zoneMapAction: QuickAction = { label: t`Zone Map Viewer`, to: paths.zoneMap, icon: IconMap2 }

/** Returns quick actions by permission, the primary one first. */
const listQuickActions = (may: SelectedZone['may']): QuickAction[] => [
  checkZoneAction,
  ...(may('report_hazards') ? [reportAction] : []),
  ...(may('view_zone_users') ? managerActions : []),
  zoneMapAction,
]

/** The dashboard of everybody who works inside a zone. */
export function MemberDashboard() {
  const { profile, fullProfile } = useMe()
  const { zone, availableZones, status, staleSince, retry, retrying, role, may } = useSelectedZone()
  useFeedTopic(zone && zoneTopic(zone.id))
  const canViewAttendance = may('view_attendance')
  const rightsIn = useZoneRights()
  const canCheck = availableZones.some(({ id }) => rightsIn(id).checks)
  const { firstName } = profile
  const title = firstName ? t`Welcome, ${firstName}` : t`Welcome`
  return (
    <Page title={title}>
      <OtherQuestions />
      {canCheck && <ConsentWithdrawn />}
      {status === 'loading' && <CardGridSkeleton count={2} />}
      {(status === 'failed' || staleSince) && (
        <ErrorState
          title={t`Failed to load dashboard data`}
          onRetry={retry}
          retrying={retrying}
          staleSince={staleSince}
        />
      )}
      {status === 'loaded' && availableZones.length === 0 && (
        <Card p={{ base: 'md', sm: 'lg' }}>
          <UserCodeShare userCode={fullProfile?.userCode}>
            <Button
              variant="default"
              leftSection={<IconMapPin size="1.125rem" aria-hidden />}
              // Retries here, because the zone selection would only show the same message. If a zone has been assigned, the page
              // continues automatically.
              onClick={retry}
              loading={retrying}
            >
              <Trans>Check Zone Status</Trans>
            </Button>
          </UserCodeShare>
        </Card>
      )}
      {availableZones.length > 0 && !zone && (
        <EmptyState
          icon={IconMapPin}
          title={t`No Zone Selected`}
          text={t`Select the zone you’re working in to see what’s happening there.`}
        >
          <Button component={Link} to={paths.zoneSelection}>
            <Trans>Select Zone</Trans>
          </Button>
        </EmptyState>
      )}
      {zone && (
        <Columns>
          {canViewAttendance && (
            <Card data-whole>
              <InsideSummary zone={zone} />
            </Card>
          )}
          <div data-whole>
            <MemberCounters may={may} zoneId={zone.id} />
          </div>
          <ZoneState zone={zone} role={role} />
          <QuickActions actions={listQuickActions(may)}>
            <RequestTrackingButton zoneId={zone.id} />
            <ZoneRequestsLink waitingOnly />
          </QuickActions>
          <div data-whole>
            <TrackingRequests />
          </div>
          <SimpleGrid data-whole minColWidth="min(100%, 320px)" autoFlow="auto-fit" spacing="var(--m-gap)">
            {may('view_groups') && <MyGroups zoneId={zone.id} />}
            {may('view_hazards') && <ActiveNotifications zoneId={zone.id} />}
            <RecentBroadcasts zoneId={zone.id} />
            {may('view_files') && <ZoneFiles zoneId={zone.id} />}
          </SimpleGrid>
        </Columns>
      )}
    </Page>
  )
}

/** The urgent questions except the newest, which is shown above every page with its answers. */
function OtherQuestions() {
  const [, ...otherQuestions] = useOpenQuestions().questions
  if (otherQuestions.length === 0) return null
  return (
    <Flex
      component="section"
      direction="column"
      gap="xs"
      mb="var(--m-gap)"
      aria-label={t`More questions to answer`}
    >
      {otherQuestions.map(question => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </Flex>
  )
}

function ZoneState({ zone, role }: { zone: MyZone; role: Role }) {
  const headingId = useId()
  return (
    <Card component="section" aria-labelledby={headingId}>
      <Group wrap="nowrap" align="flex-start" gap="8px 12px">
        <Box component="h2" id={headingId} flex={1} miw={0}>
          <Name>{zone.name}</Name>
        </Box>
        <ZoneStatusBadge status={zone.status} />
      </Group>
      {zone.description && (
        <Text c="dimmed" dir="auto">
          {zone.description}
        </Text>
      )}
      <div>
        <RoleBadge role={role} />
      </div>
      <CapacityBar current={zone.currentOccupancy} unseen={zone.unseenOccupancy} max={zone.maxCapacity} />
      <MyZonePresence zoneId={zone.id} recent={3} />
    </Card>
  )
}
