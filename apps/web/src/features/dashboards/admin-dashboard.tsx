import { isInternalAdmin } from '@muster/domain/role.ts'
import { IconActivity, IconMap2, IconMapPinCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '../../app/paths.ts'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotAllowed } from '../../ui/not-allowed.tsx'
import { Page } from '../../ui/page.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './dashboard.module.css'
import { type QuickAction, QuickActions } from './quick-actions.tsx'

const actions: QuickAction[] = [
  { label: 'Zones', to: paths.zones, icon: IconMap2 },
  { label: 'App Users', to: paths.appUsers, icon: IconUsers },
]

/** The parts of the System Status panel: static text, as specified. */
const parts = [
  { name: 'Server', state: 'Online' },
  { name: 'Database', state: 'Active' },
  { name: 'Live feed', state: 'Operational' },
]

/** The super admin dashboard: how many zones there are, quick actions, system status. */
export function AdminDashboard() {
  const { profile } = useMe()
  const allowed = isInternalAdmin(profile.role)
  useFeedTopic(allowed ? 'admin' : undefined)
  const zones = useQuery({ ...orpc.zones.all.queryOptions(), enabled: allowed })
  const statusId = useId()
  if (!allowed) {
    return (
      <Page title="Dashboard">
        <NotAllowed text="This page is for administrators." />
      </Page>
    )
  }
  const all = zones.data?.zones
  const figure = (count: number | undefined) => count ?? (zones.isError ? null : undefined)
  return (
    <Page title="Dashboard" subtitle={profile.firstName && `Welcome, ${profile.firstName}`}>
      {zones.isError && (
        <ErrorState
          title="Failed to load dashboard statistics"
          onRetry={() => void zones.refetch()}
          retrying={zones.isFetching}
          staleSince={staleSince(zones)}
        />
      )}
      <StatGrid>
        <StatCard label="Total Zones" icon={IconMap2} value={figure(all?.length)} />
        <StatCard
          label="Active Zones"
          icon={IconMapPinCheck}
          value={figure(all?.filter(({ status }) => status === 'active').length)}
        />
      </StatGrid>
      <div className={classes.columns}>
        <section className={classes.card} aria-labelledby={statusId}>
          <div className={classes.row}>
            <IconActivity size={20} stroke={1.8} aria-hidden />
            <h2 id={statusId} className={classes.heading}>
              System Status
            </h2>
          </div>
          <dl className={classes.status}>
            {parts.map(({ name, state }) => (
              <div key={name}>
                <dt className={classes.quiet}>{name}</dt>
                <dd>
                  <StatusBadge status="active" label={state} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <QuickActions actions={actions} />
      </div>
    </Page>
  )
}
