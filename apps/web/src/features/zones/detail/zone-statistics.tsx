import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { IconAlertTriangle, IconMapPinCheck, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { StatCard, StatGrid } from '../../../ui/layout/stat-card.tsx'
import { UnseenCount } from '../../../ui/people/inside-split.tsx'
import { ByBadge, useOccupancy } from '../../badges/public.ts'
import { useZoneRights } from '../../presence/public.ts'

/**
 * A zone's statistics: people inside, unresolved hazards and broadcasts sent today, each with a link to its list. The number inside
 * has no link for viewers who may not see the people. Hazards and broadcasts are hidden from viewers who may not see them.
 */
export function ZoneStatistics({ zone }: { zone: Zone }) {
  const { isZoneBound, select } = useSelectedZone()
  const { inside, unseen, byBadge, unseenByBadge, failed } = useOccupancy(zone)
  // Like the figure, without those who were not seen.
  const seenByBadge = Math.max(0, byBadge - unseenByBadge)
  const { watches } = useZoneRights()(zone.id)
  const { data, isError, error } = useQuery(
    orpc.dashboards.zoneStatistics.queryOptions({ input: { zoneId: zone.id } }),
  )
  // Before the PIN is entered, nothing about the zone is shown; its page explains how to enter.
  if (hasCode(error, 'ZONE_ENTRY_REQUIRED', 'FORBIDDEN', 'ZONE_NOT_FOUND')) return null
  const toFigure = (count: number | undefined) => count ?? (isError ? null : undefined)
  // The linked lists show the selected zone, so select this one first.
  const selectZone = () => select(zone.id)
  return (
    <StatGrid>
      <StatCard
        label={t`Inside now`}
        icon={IconMapPinCheck}
        value={Math.max(0, inside - unseen)}
        hint={
          (seenByBadge > 0 || failed || unseen > 0) && (
            <>
              <ByBadge people={seenByBadge} failed={failed} /> <UnseenCount unseen={unseen} />
            </>
          )
        }
        {...(watches && {
          list: {
            to: paths.insideNow,
            ...(isZoneBound ? { onOpen: selectZone } : { search: { zone: zone.id } }),
          },
        })}
      />
      {data?.unresolvedHazards !== null && (
        <StatCard
          label={t`Unresolved hazards`}
          icon={IconAlertTriangle}
          value={toFigure(data?.unresolvedHazards)}
          list={{ to: paths.hazards, onOpen: selectZone }}
        />
      )}
      {data?.broadcastsToday !== null && (
        <StatCard
          label={t`Broadcasts today`}
          icon={IconSpeakerphone}
          value={toFigure(data?.broadcastsToday)}
          list={{ to: paths.broadcasts, onOpen: selectZone }}
        />
      )}
    </StatGrid>
  )
}
