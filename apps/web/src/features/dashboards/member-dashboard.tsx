import { t } from '@lingui/core/macro'
import { Box, Card, Flex, Group, Stack } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import type { Role } from '@muster/domain/role.ts'
import { IconAlertTriangle, IconCurrentLocation, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { paths } from '../../lib/paths.ts'
import { type SelectedZone, useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { OpenCalls } from '../alerts/public.ts'
import { QuestionCard, useOpenQuestions } from '../broadcasts/public.ts'
import { ConsentWithdrawn } from '../consents/public.tsx'
import { CaptainLine, DrillNotice } from '../emergencies/public.ts'
import { ZoneRequestsLink } from '../organisations/public.ts'
import { InsideSummary, MyZonePresence, useZoneRights, ZoneCheck } from '../presence/public.ts'
import { OfferTrackingButton } from '../sharing/public.ts'
import { UserCodeShare } from '../users/public.ts'
import { CapacityBar } from '../zones/public.ts'
import { ZoneAttention } from './attention-lines.tsx'
import classes from './dashboard.module.css'
import { EmergencyNotes } from './emergency-notes.tsx'
import { NewestThings } from './newest-things.tsx'
import { type QuickAction, QuickActions } from './quick-actions.tsx'
import {
  ActiveNotifications,
  MyGroups,
  PendingRequests,
  RecentBroadcasts,
  ZoneFiles,
} from './recent-news.tsx'
import { WaitingForYou } from './waiting-for-you.tsx'

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
/** Returns quick actions by permission. Managers check their position here, members above. */
const listQuickActions = (may: SelectedZone['may'], isManager: boolean): QuickAction[] => {
  const reportActions = may('report_hazards') ? [reportAction] : []
  return isManager ? [checkZoneAction, ...reportActions] : [...reportActions, checkZoneAction]
}

/** The dashboard of everybody who works inside a zone. */
export function MemberDashboard() {
  const { profile, fullProfile } = useMe()
  const { zone, availableZones, status, staleSince, error, retry, retrying, role, may } = useSelectedZone()
  useFeedTopic(zone && zoneTopic(zone.id))
  const isManager = may('view_attendance')
  const rightsIn = useZoneRights()
  const canCheck = availableZones.some(({ id }) => rightsIn(id).checks)
  const { firstName } = profile
  const title = firstName ? t`Welcome, ${firstName}` : t`Welcome`
  return (
    <Page title={title} subtitle={zone && isManager && <ZoneState zone={zone} role={role} />}>
      <OtherQuestions />
      {canCheck && <ConsentWithdrawn />}
      {status === 'loading' && <CardGridSkeleton count={2} />}
      {(status === 'failed' || staleSince) && (
        <ErrorState title={t`Failed to load dashboard data`} list={{ error, retry, retrying, staleSince }} />
      )}
      {status === 'loaded' && availableZones.length === 0 && (
        <Card p={{ base: 'md', sm: 'lg' }}>
          <UserCodeShare userCode={fullProfile?.userCode}>
            <Button
              variant="default"
              icon={IconMapPin}
              // Retries here, because the zone selection would only show the same message. If a zone has been assigned, the page
              // continues automatically.
              onClick={retry}
              loading={retrying}
            >
              {t`Check Zone Status`}
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
            {t`Select Zone`}
          </Button>
        </EmptyState>
      )}
      {zone && (
        <Columns>
          {isManager ? (
            <>
              <OpenCalls />
              <ZoneAttention zoneId={zone.id} />
              <Card data-whole>
                <InsideSummary zone={zone} />
              </Card>
              <DrillNotice />
              <CaptainLine />
              <WaitingForYou zoneId={zone.id} />
            </>
          ) : (
            <>
              <MyState zone={zone} />
              <Stack gap="var(--m-gap)">
                <WaitingForYou zoneId={zone.id} showsEmpty />
                <CaptainLine />
              </Stack>
            </>
          )}
          {!isManager && <NewestThings zoneId={zone.id} may={may} />}
          <QuickActions actions={listQuickActions(may, isManager)} isManager={isManager}>
            <OfferTrackingButton zone={zone} />
            <ZoneRequestsLink waitingOnly />
          </QuickActions>
          <Card data-whole py={0}>
            <div className={classes.lists}>
              {isManager && <NewestThings zoneId={zone.id} may={may} folded />}
              <PendingRequests />
              {may('view_groups') && <MyGroups zoneId={zone.id} />}
              {may('view_hazards') && <ActiveNotifications zoneId={zone.id} />}
              <RecentBroadcasts zoneId={zone.id} />
              {may('view_files') && <ZoneFiles zoneId={zone.id} />}
              <EmergencyNotes zone={zone} may={may} />
            </div>
          </Card>
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
        <QuestionCard key={question.id} question={question} isUrgent />
      ))}
    </Flex>
  )
}

/** The check and the person's own state in the zone, at the top of a member's home. */
function MyState({ zone }: { zone: MyZone }) {
  const headingId = useId()
  return (
    <Card component="section" aria-labelledby={headingId}>
      <Group justify="space-between" gap="8px 12px">
        <Box component="h2" id={headingId} miw={0}>
          <Name>{zone.name}</Name>
        </Box>
        {zone.status !== 'active' && <ZoneStatusBadge status={zone.status} />}
        <MyZonePresence zoneId={zone.id} recent={0} />
      </Group>
      <ZoneCheck zone={zone} screen="member" large hidesState />
      <CapacityBar zone={zone} />
    </Card>
  )
}

/** A manager's role and own presence in the zone, below the title. */
const ZoneState = ({ zone, role }: { zone: MyZone; role: Role }) => (
  <Group gap="4px 12px">
    <RoleBadge role={role} />
    {zone.status !== 'active' && <ZoneStatusBadge status={zone.status} />}
    <MyZonePresence zoneId={zone.id} recent={0} />
  </Group>
)
