import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { PresencePanel as Panel } from '@muster/contract/presence.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { announce } from '../../ui/live/live-region.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { EnterZoneFirst } from '../auth/public.ts'
import { useArrivals } from './use-arrivals.ts'

type RenderPanel = (panel: Panel, arrivals: ReadonlySet<string>) => ReactNode

type Props = {
  zone: Pick<Zone, 'id' | 'name'>
  /** Rendered before the live content, once the person may see it. */
  before?: ReactNode
  children: RenderPanel
}

export function PanelStates({ zone, before, children }: Props) {
  useFeedTopic(zoneTopic(zone.id))
  const panel = useQuery(orpc.presence.panel.queryOptions({ input: { zoneId: zone.id } }))

  const zoneName = zone.name
  if (panel.isPending) return <ListSkeleton count={3} />
  if (hasCode(panel.error, 'ZONE_ENTRY_REQUIRED')) {
    return (
      <EnterZoneFirst
        zone={zone}
        text={t`Enter your PIN to see who is inside ${zoneName}.`}
        onEntered={() => void panel.refetch()}
      />
    )
  }
  if (hasCode(panel.error, 'FORBIDDEN', 'ZONE_NOT_FOUND')) return <NotAllowed />
  const failure = panel.isError && (
    <ErrorState title={t`Failed to load presence tracking data`} query={panel} />
  )
  if (!panel.data) return failure || null
  return (
    <Stack gap={20}>
      {failure}
      {before}
      <AgeGrey stale={panel.isError}>
        <WithArrivals zoneName={zone.name} panel={panel.data}>
          {children}
        </WithArrivals>
      </AgeGrey>
    </Stack>
  )
}

function WithArrivals({
  zoneName,
  panel,
  children,
}: {
  zoneName: string
  panel: Panel
  children: RenderPanel
}) {
  const arrivals = useArrivals(panel, (arrived, left) => {
    for (const name of arrived) announce(t`${name} entered ${zoneName}`)
    for (const name of left) announce(t`${name} left ${zoneName}`)
  })
  return children(panel, arrivals)
}
