import { t } from '@lingui/core/macro'
import { Card, Stack } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import {
  IconAlertTriangle,
  IconFiles,
  IconMap2,
  IconMapPinCheck,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { OpenCalls } from '../alerts/public.ts'
import { useLastSevenDays } from '../broadcasts/public.ts'
import { ConsentWithdrawn } from '../consents/public.tsx'
import { CaptainLine, DrillNotice } from '../emergencies/public.ts'
import { MapNotice } from '../maps/public.ts'
import { ZoneRequestsLink } from '../organisations/public.ts'
import { InsideAllSummary } from '../presence/public.ts'
import { AdminAttention } from './attention-lines.tsx'
import { type QuickAction, QuickActions } from './quick-actions.tsx'
import { OpenHazards } from './recent-news.tsx'
import { SystemStatus } from './system-status.tsx'

const internalAdminActions: QuickAction[] = [
  { label: t`Users`, to: paths.users, icon: IconUsers },
  { label: t`Zones`, to: paths.zones, icon: IconMap2 },
  { label: t`Hazards`, to: paths.hazards, icon: IconAlertTriangle },
  { label: t`Settings`, to: paths.settings, icon: IconSettings },
]
/** Quick actions for a person who works in zones and can't see all users and zones. */
const ownActions: QuickAction[] = [
  { label: t`Zones`, to: paths.zones, icon: IconMap2 },
  { label: t`App Users`, to: paths.appUsers, icon: IconUsers },
]

/**
 * The super admin dashboard: people inside, totals, open hazards, system status and quick actions. A person who is not an internal
 * admin, but is sent here by LANDING_ADMIN_EMAILS, sees the figures of their own zones. Everybody else is told that the page is for
 * administrators.
 */
export function AdminDashboard() {
  const { profile, landing } = useMe()
  const { firstName } = profile
  const seesAll = isInternalAdmin(profile.role)
  if (!seesAll && landing !== 'super-admin-dashboard') {
    return (
      <Page title={t`Dashboard`}>
        <NotAllowed text={t`This page is for administrators.`} />
      </Page>
    )
  }
  return (
    <Page title={t`Dashboard`} subtitle={firstName && t`Welcome, ${firstName}`}>
      <OpenCalls />
      {seesAll && <AdminAttention />}
      {!seesAll && <ConsentWithdrawn />}
      {seesAll && <InsideAllSummary />}
      <DrillNotice />
      <CaptainLine />
      {seesAll ? <AllCounts /> : <OwnZones />}
      <Columns>
        <Stack gap="var(--m-gap)">
          {seesAll && (
            <Card py={4}>
              <OpenHazards />
            </Card>
          )}
          {can(profile.role, 'manage_maps') && <MapNotice />}
          <QuickActions actions={seesAll ? internalAdminActions : ownActions}>
            <ZoneRequestsLink waitingOnly />
          </QuickActions>
        </Stack>
        {seesAll && <SystemStatus />}
      </Columns>
    </Page>
  )
}

/** Returns the value of a card: undefined while loading, null after a failure. */
const toFigure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

/** Polling interval in milliseconds for the figures that no event updates. */
const refetchIntervalMs = 15_000

function AllCounts() {
  const users = useQuery(orpc.accounts.count.queryOptions())
  const zones = useQuery(orpc.zones.counts.queryOptions())
  useRefetchInterval(users.refetch, { everyMs: refetchIntervalMs })
  useRefetchInterval(zones.refetch, { everyMs: refetchIntervalMs })
  const broadcasts = useQuery(orpc.broadcasts.statistics.queryOptions({ input: useLastSevenDays() }))
  const hazards = useQuery(orpc.hazards.count.queryOptions({ input: {} }))
  const documents = useQuery(orpc.documents.countAll.queryOptions())
  const countQueries = [users, zones, broadcasts, hazards, documents]
  const hasFailed = countQueries.some(query => query.isError)
  const retryFailed = () => {
    for (const query of countQueries) if (query.isError) void query.refetch()
  }
  return (
    <>
      {hasFailed && (
        <ErrorState
          title={t`Failed to load dashboard statistics`}
          error={countQueries.find(query => query.isError)?.error}
          onRetry={retryFailed}
          retrying={countQueries.some(query => query.isFetching)}
          staleSince={getStaleSince(users) ?? getStaleSince(zones)}
        />
      )}
      <AgeGrey stale={hasFailed}>
        <StatGrid compact>
          <StatCard
            label={t`Total Users`}
            icon={IconUsers}
            value={toFigure(users.data?.all, users.isError)}
            list={{ to: paths.users }}
          />
          <StatCard
            label={t`Total Zones`}
            icon={IconMap2}
            value={toFigure(zones.data?.all, zones.isError)}
            list={{ to: paths.zones }}
          />
          <StatCard
            label={t`Active Zones`}
            icon={IconMapPinCheck}
            value={toFigure(zones.data?.active, zones.isError)}
            list={{ to: paths.zones, search: { status: 'active' } }}
          />
          <StatCard
            label={t`Broadcasts`}
            icon={IconSpeakerphone}
            value={toFigure(broadcasts.data?.total, broadcasts.isError)}
            list={{ to: paths.broadcasts }}
          />
          <StatCard
            label={t`Open Hazards`}
            icon={IconAlertTriangle}
            value={toFigure(hazards.data?.open, hazards.isError)}
            list={{ to: paths.hazards, search: { status: 'open' } }}
          />
          <StatCard
            label={t`Documents`}
            icon={IconFiles}
            value={toFigure(documents.data?.documents, documents.isError)}
            list={{ to: paths.documents }}
          />
        </StatGrid>
      </AgeGrey>
    </>
  )
}

function OwnZones() {
  const { total, status, staleSince: lastLoadedAt, error, retry, retrying } = useSelectedZone()
  const hasFailed = status === 'failed'
  return (
    <>
      {(hasFailed || lastLoadedAt) && (
        <ErrorState
          title={t`Failed to load dashboard statistics`}
          list={{ error, retry, retrying, staleSince: lastLoadedAt }}
        />
      )}
      <AgeGrey stale={lastLoadedAt !== undefined}>
        <StatGrid compact>
          <StatCard
            label={t`Your Zones`}
            icon={IconMapPinCheck}
            value={toFigure(status === 'loaded' ? total : undefined, hasFailed)}
          />
        </StatGrid>
      </AgeGrey>
    </>
  )
}
