import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconMap2, IconMapPinCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../app/paths.ts'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { Page } from '../../ui/layout/page.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { LiveFrame } from '../../ui/live/live-frame.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import classes from './dashboard.module.css'
import { type QuickAction, QuickActions } from './quick-actions.tsx'
import { SystemStatus } from './system-status.tsx'

const actions: QuickAction[] = [
  { label: 'Zones', to: paths.zones, icon: IconMap2 },
  { label: 'App Users', to: paths.appUsers, icon: IconUsers },
]

/**
 * The super admin dashboard: how many zones there are, quick actions, system status. Somebody who is no internal admin,
 * but is landed here by LANDING_ADMIN_EMAILS, sees the figures of their own zones.
 */
export function AdminDashboard() {
  const { profile, landing } = useMe()
  const seesAll = isInternalAdmin(profile.role)
  if (!seesAll && landing !== 'super-admin-dashboard') {
    return (
      <Page title="Dashboard">
        <NotAllowed text="This page is for administrators." />
      </Page>
    )
  }
  return (
    <Page title="Dashboard" subtitle={profile.firstName && `Welcome, ${profile.firstName}`}>
      {seesAll ? <AllZones /> : <OwnZones />}
      <div className={classes.columns}>
        <SystemStatus />
        <QuickActions actions={actions} />
      </div>
    </Page>
  )
}

/** A figure while it loads, and when it could not be loaded. */
const figure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

function AllZones() {
  const zones = useQuery(orpc.zones.counts.queryOptions())
  return (
    <>
      {zones.isError && (
        <ErrorState
          title="Failed to load dashboard statistics"
          onRetry={() => void zones.refetch()}
          retrying={zones.isFetching}
          staleSince={staleSince(zones)}
        />
      )}
      <LiveFrame loadedAt={zones.dataUpdatedAt} failed={zones.isError}>
        <StatGrid>
          <StatCard label="Total Zones" icon={IconMap2} value={figure(zones.data?.all, zones.isError)} />
          <StatCard
            label="Active Zones"
            icon={IconMapPinCheck}
            value={figure(zones.data?.active, zones.isError)}
          />
        </StatGrid>
      </LiveFrame>
    </>
  )
}

function OwnZones() {
  const { availableZones, status, staleSince: age, loadedAt, retry, retrying } = useSelectedZone()
  const failed = status === 'failed'
  return (
    <>
      {(failed || age) && (
        <ErrorState
          title="Failed to load dashboard statistics"
          onRetry={retry}
          retrying={retrying}
          staleSince={age}
        />
      )}
      <LiveFrame loadedAt={loadedAt} failed={age !== undefined}>
        <StatGrid>
          <StatCard
            label="Your Zones"
            icon={IconMapPinCheck}
            value={figure(status === 'loaded' ? availableZones.length : undefined, failed)}
          />
        </StatGrid>
      </LiveFrame>
    </>
  )
}
