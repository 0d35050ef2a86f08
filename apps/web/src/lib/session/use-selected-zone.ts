import type { MyZone } from '@muster/contract/zones.ts'
import type { Permission } from '@muster/domain/permission.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { orpc } from '../api.ts'
import { staleSince } from '../stale-since.ts'
import { changeOwnZone, ownZoneIn } from './own-zones.ts'
import { rightsInZone, selectedZone } from './selected-zone.ts'
import { useMe } from './use-session.ts'
import { useZoneBeyond } from './use-zone-beyond.ts'
import { zoneSelectionStore } from './zone-selection-store.ts'

const noZones: MyZone[] = []

export type SelectedZone = {
  /** The zone the person works in, if any. */
  zone: MyZone | undefined
  zoneId: string | undefined
  /**
   * Zones to choose from, and the selected one; empty while loading or failed: ask `status` before saying that there are none.
   * Where `hasMore`, these are the first of them by name: `useOwnZones` finds the others.
   */
  availableZones: MyZone[]
  hasMore: boolean
  /** How many zones there are to choose from. */
  total: number
  /** One of them that is at hand, of those beyond the first ones too. */
  find: (zoneId: string) => MyZone | undefined
  status: 'loading' | 'loaded' | 'failed'
  /** ISO instant of the zones still shown after a reload failed: show it, greyed, with `retry`. */
  staleSince: string | undefined
  retry: () => void
  retrying: boolean
  /** The role that counts here: drives the menu. */
  role: Role
  /** With what was granted and taken away in the zone. */
  rights: ZoneRights
  /** Whether they may do it here. */
  may: (permission: Permission) => boolean
  /** Not an internal admin: works inside zones. */
  isZoneBound: boolean
  /** Works in this zone from now on. For PIN roles pass what `zones.enter` answered. */
  select: (zoneId: string, entryExpiresAt?: string | null) => void
  /** Works in no zone from now on: for who sees the people of all. */
  unselect: () => void
}

/** Notes an entry in the cached list of zones, so that the zone counts as entered, and accepted, at once. */
export function rememberEntry(client: QueryClient, zoneId: string, entryExpiresAt: string | null) {
  changeOwnZone(client, zoneId, zone => ({ ...zone, entryExpiresAt, invited: false }))
}

/** The selected zone, the available ones and the effective role. Only behind the authentication guard. */
export function useSelectedZone(): SelectedZone {
  const { userId, profile } = useMe()
  const client = useQueryClient()
  const mine = useQuery(orpc.zones.mine.queryOptions())
  const chosenId = useSyncExternalStore(zoneSelectionStore.subscribe, () => zoneSelectionStore.get(userId))
  const firstZones = mine.data?.zones ?? noZones
  const hasMore = mine.data?.total !== undefined
  const isBeyond = hasMore && chosenId !== null && !firstZones.some(({ id }) => id === chosenId)
  const beyond = useZoneBeyond(isBeyond ? chosenId : undefined)
  const extra = beyond.zone
  const availableZones = useMemo(() => (extra ? [...firstZones, extra] : firstZones), [firstZones, extra])
  const zone = selectedZone(profile.role, availableZones, chosenId)

  const rights = rightsInZone(profile.role, zone)

  const select = useCallback(
    (zoneId: string, entryExpiresAt?: string | null) => {
      if (entryExpiresAt !== undefined) rememberEntry(client, zoneId, entryExpiresAt)
      zoneSelectionStore.set(userId, zoneId)
    },
    [client, userId],
  )

  const failed = beyond.failed || (mine.isError && !mine.data)
  const status = failed ? 'failed' : mine.data && !beyond.loading ? 'loaded' : 'loading'
  return {
    zone,
    zoneId: zone?.id,
    availableZones,
    hasMore,
    total: mine.data?.total ?? availableZones.length,
    find: zoneId => availableZones.find(({ id }) => id === zoneId) ?? ownZoneIn(client, zoneId),
    status,
    staleSince: staleSince(mine),
    retry: () => {
      void mine.refetch()
      if (isBeyond) beyond.retry()
    },
    retrying: mine.isFetching,
    role: rights.role,
    rights,
    may: permission => mayInZone(rights, permission),
    isZoneBound: !isInternalAdmin(profile.role),
    select,
    unselect: () => zoneSelectionStore.unset(userId),
  }
}
