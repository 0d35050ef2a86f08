import { useEffect, useRef } from 'react'
import { selectedZone } from '../../lib/session/selected-zone.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ofOtherRows, type ReportsAddress } from './reports-search.ts'

/**
 * For people who read the reports of the selected zone: selects the zone named in a link. Group and person belong to the zone in
 * which they were chosen, and are cleared when another zone is selected.
 */
export function useZoneOfAddress({ search, onSearch }: ReportsAddress, active: boolean) {
  const { zoneId, select } = useSelectedZone()
  const requestedId = active ? search.zone : undefined
  const linkedZone = useNamedZone(requestedId === zoneId ? undefined : requestedId)
  const { profile } = useMe()
  const linkedId = selectedZone(
    profile.role,
    linkedZone.zone ? [linkedZone.zone] : [],
    linkedZone.zone?.id ?? null,
  )?.id
  const last = useRef<string>(undefined)
  const latest = useRef({ select, onSearch })
  latest.current = { select, onSearch }
  useEffect(() => {
    if (linkedId) latest.current.select(linkedId)
  }, [linkedId])
  useEffect(() => {
    if (!active || zoneId === undefined) return
    const before = last.current
    last.current = zoneId
    if (requestedId === zoneId) latest.current.onSearch({ zone: undefined }, { replace: true })
    else if (requestedId === undefined && before !== undefined && before !== zoneId)
      latest.current.onSearch({ ...ofOtherRows, group: undefined, person: undefined }, { replace: true })
  }, [active, zoneId, requestedId])
  return linkedZone
}
