import type { MyZone } from '@muster/contract/zones.ts'
import type { Permission } from '@muster/domain/permission.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { orpc } from '../api.ts'
import { getStaleSince } from '../stale-since.ts'
import { changeOwnZone, findOwnZone } from './own-zones.ts'
import { pickSelectedZone, rightsInZone } from './selected-zone.ts'
import { useMe } from './use-session.ts'
import { useUnlistedZone } from './use-unlisted-zone.ts'
import { zoneSelectionStore } from './zone-selection-store.ts'

const noZones: MyZone[] = []

export type SelectedZone = {
  zone: MyZone | undefined
  zoneId: string | undefined
  /**
   * Zones to choose from, including the selected one. Empty while loading or after a failure, so check `status` before showing that
   * there are none. If `hasMore`, this contains only the first ones by name; `useOwnZones` finds the others.
   */
  availableZones: MyZone[]
  hasMore: boolean
  total: number
  /** Finds a zone that is already loaded, including later pages. */
  find: (zoneId: string) => MyZone | undefined
  status: 'loading' | 'loaded' | 'failed'
  /** ISO instant of the zones still shown after a refetch failed. Show it greyed out, with `retry`. */
  staleSince: string | undefined
  /** Why the zones could not be loaded; null if they could. */
  error: Error | null
  retry: () => void
  retrying: boolean
  /** The effective role in the selected zone or, without one, everywhere. It determines the menu. */
  role: Role
  /** The effective role with the zone's granted and revoked permissions. */
  rights: ZoneRights
  may: (permission: Permission) => boolean
  /** True for everybody except internal admins, because only they work without selecting a zone. */
  isZoneBound: boolean
  /** Selects a zone. For roles that need a PIN, pass the expiry from `zones.enter`. */
  select: (zoneId: string, entryExpiresAt?: string | null) => void
  /** Clears the selection, for people who may see all zones. */
  unselect: () => void
}

/** Records an entry in the cached zones, so that the zone immediately counts as entered and accepted. */
export function rememberEntry(client: QueryClient, zoneId: string, entryExpiresAt: string | null) {
  changeOwnZone(client, zoneId, zone => ({ ...zone, entryExpiresAt, invited: false }))
}

/** Returns the selected zone, the available ones and the effective role. Use it only behind the authentication guard. */
export function useSelectedZone(): SelectedZone {
  const { userId, profile } = useMe()
  const client = useQueryClient()
  const zonesQuery = useQuery(orpc.zones.mine.queryOptions())
  const chosenId = useSyncExternalStore(zoneSelectionStore.subscribe, () => zoneSelectionStore.get(userId))
  const firstZones = zonesQuery.data?.zones ?? noZones
  const hasMore = zonesQuery.data?.total !== undefined
  const isUnlisted = hasMore && chosenId !== null && !firstZones.some(({ id }) => id === chosenId)
  const unlistedQuery = useUnlistedZone(isUnlisted ? chosenId : undefined)
  const unlistedZone = unlistedQuery.zone
  const availableZones = useMemo(
    () => (unlistedZone ? [...firstZones, unlistedZone] : firstZones),
    [firstZones, unlistedZone],
  )
  const zone = pickSelectedZone(profile.role, availableZones, chosenId)

  const rights = rightsInZone(profile.role, zone)

  const select = useCallback(
    (zoneId: string, entryExpiresAt?: string | null) => {
      if (entryExpiresAt !== undefined) rememberEntry(client, zoneId, entryExpiresAt)
      zoneSelectionStore.set(userId, zoneId)
    },
    [client, userId],
  )

  const hasFailed = unlistedQuery.failed || (zonesQuery.isError && !zonesQuery.data)
  const status = hasFailed ? 'failed' : zonesQuery.data && !unlistedQuery.loading ? 'loaded' : 'loading'
  return {
    zone,
    zoneId: zone?.id,
    availableZones,
    hasMore,
    total: zonesQuery.data?.total ?? availableZones.length,
    find: zoneId => availableZones.find(({ id }) => id === zoneId) ?? findOwnZone(client, zoneId),
    status,
    staleSince: getStaleSince(zonesQuery),
    error: zonesQuery.error ?? unlistedQuery.error,
    retry: () => {
      void zonesQuery.refetch()
      if (isUnlisted) unlistedQuery.retry()
    },
    retrying: zonesQuery.isFetching,
    role: rights.role,
    rights,
    may: permission => mayInZone(rights, permission),
    isZoneBound: !isInternalAdmin(profile.role),
    select,
    unselect: () => zoneSelectionStore.unset(userId),
  }
}
