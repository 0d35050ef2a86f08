import { plural, t } from '@lingui/core/macro'
import { IconAlertTriangle, IconHourglass, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import type { SelectedZone } from '../../lib/session/use-selected-zone.ts'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { useLastSevenDays } from '../broadcasts/public.ts'
import { useTrackingRequests } from '../sharing/public.ts'

type Props = {
  may: SelectedZone['may']
  zoneId: string
}

/** The counters on a member's dashboard: up to four, depending on their permissions. */
export function MemberCounters({ may, zoneId }: Props) {
  const { query, pendingCount } = useTrackingRequests()
  const pendingFigure = query.isSuccess ? pendingCount : query.isError ? null : undefined
  return (
    <StatGrid compact>
      {may('view_groups') && <GroupCounter zoneId={zoneId} />}
      {may('view_hazards') && <HazardCounter zoneId={zoneId} />}
      {may('view_broadcasts') && <BroadcastCounter zoneId={zoneId} />}
      <StatCard label={t`Pending Requests`} icon={IconHourglass} value={pendingFigure} />
    </StatGrid>
  )
}

/** Returns the value of a counter: undefined while loading, null after a failure. */
const toFigure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

/** Shows the number of the user's groups and of their unread messages. */
function GroupCounter({ zoneId }: { zoneId: string }) {
  const { data, isError } = useQuery(orpc.groups.count.queryOptions({ input: { zoneId } }))
  const unread = data?.unread ?? 0
  return (
    <StatCard
      label={t`My Groups`}
      icon={IconUsersGroup}
      value={toFigure(data?.mine, isError)}
      hint={unread > 0 ? t`${plural(unread, { one: '# unread', other: '# unread' })}` : undefined}
      list={{ to: paths.myGroups }}
    />
  )
}

function HazardCounter({ zoneId }: { zoneId: string }) {
  const { data, isError } = useQuery(orpc.hazards.count.queryOptions({ input: { zoneId } }))
  return (
    <StatCard
      label={t`Active Notifications`}
      icon={IconAlertTriangle}
      value={toFigure(data?.open, isError)}
      hint={data && hazardHint(data)}
      list={{ to: paths.hazards }}
    />
  )
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })

/** Describes hazards besides the open ones: those in progress and those overdue. */
function hazardHint({ open, unsettled, overdue }: { open: number; unsettled: number; overdue: number }) {
  const inProgress = unsettled - open
  const hints: string[] = []
  if (inProgress > 0) hints.push(t`${plural(inProgress, { one: '# in progress', other: '# in progress' })}`)
  if (overdue > 0) hints.push(t`${plural(overdue, { one: '# overdue', other: '# overdue' })}`)
  return hints.length > 0 ? listFormat.format(hints) : undefined
}

/** Shows the number of broadcasts since the day seven days ago and, by the zone's time zone, those of today. */
function BroadcastCounter({ zoneId }: { zoneId: string }) {
  const since = useLastSevenDays()
  const { data, isError } = useQuery(orpc.broadcasts.statistics.queryOptions({ input: { zoneId, ...since } }))
  const statistics = useQuery(orpc.dashboards.zoneStatistics.queryOptions({ input: { zoneId } }))
  const today = statistics.data?.broadcastsToday
  return (
    <StatCard
      label={t`Recent Broadcasts`}
      icon={IconSpeakerphone}
      value={toFigure(data?.thisWeek, isError)}
      hint={
        today == null
          ? t`Last 7 days`
          : t`Last 7 days, ${plural(today, { one: '# today', other: '# today' })}`
      }
      list={{ to: paths.broadcasts }}
    />
  )
}
