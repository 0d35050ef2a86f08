import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { useMemo, useState } from 'react'
import { locator } from '../geolocation/locator.ts'
import { sessionStore } from '../session-store.ts'
import type { ListState } from '../use-pages.ts'
import { nearestZoneId } from './nearest-zone.ts'
import { recentZones } from './recent-zones.ts'
import { useOwnZones } from './use-own-zones.ts'
import { useSelectedZone } from './use-selected-zone.ts'
import { useMe } from './use-session.ts'

/** Minimum number of zones for which a selection has a search field. */
export const zoneSearchThreshold = 8
export const moreZonesText = t`There are more. Type to search.`

// The next person on the device may be somewhere else.
sessionStore.subscribe(() => {
  if (!sessionStore.get()) locator.forget()
})

type ZoneChoice = ListState<MyZone> & {
  zones: readonly MyZone[]
  isWorthSearching: boolean
  /** The nearest of many zones, where a position is known already; a choice does not ask for one. */
  nearestId: string | undefined
}

/**
 * Returns at most `limit` zones to choose from that contain every word of a text. With many zones and no text, invitations come
 * first, then starred zones and those last selected on this device. `complete`: there are no others.
 */
export function useZoneChoice(text: string, limit: number): ZoneChoice {
  const { userId } = useMe()
  const { total, find, availableZones } = useSelectedZone()
  const ownZones = useOwnZones(text)
  // Fixed when the selection opens, so that a chosen zone does not jump to the top under the person's finger.
  const [recentIds] = useState(() => recentZones.of(userId))
  const isWorthSearching = total >= zoneSearchThreshold
  const nearestId = useMemo(
    () => (isWorthSearching ? nearestZoneId(availableZones, locator.known()) : undefined),
    [isWorthSearching, availableZones],
  )
  const rows =
    ownZones.rows && isWorthSearching && !text.trim()
      ? sortZones(ownZones.rows, recentIds, find)
      : ownZones.rows
  const visibleZones = rows?.slice(0, limit)
  return {
    ...ownZones,
    rows: visibleZones,
    zones: visibleZones ?? [],
    complete: ownZones.complete && visibleZones?.length === rows?.length,
    isWorthSearching,
    nearestId,
  }
}

function sortZones(
  zones: readonly MyZone[],
  recent: readonly string[],
  find: (id: string) => MyZone | undefined,
): MyZone[] {
  const recentlyUsed = recent.flatMap(id => find(id) ?? [])
  return putFirst(zones, [
    ...zones.filter(it => it.invited),
    ...zones.filter(it => it.starred),
    ...recentlyUsed,
  ])
}

/** Puts the zones in `first` before the others, even if `zones` does not contain them. */
export const putFirst = (zones: readonly MyZone[], first: readonly MyZone[]): MyZone[] => [
  ...new Map([...first, ...zones].map(zone => [zone.id, zone])).values(),
]
