import { useEffect, useRef } from 'react'
import { pickSelectedZone } from '../../lib/session/selected-zone.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { clearedRowSearch, type ReportsSearchProps } from './reports-search.ts'

/**
 * For people who read the reports of the selected zone: selects the zone named in a link and removes it from the URL. When another
 * zone is selected, clears the group, person, bar and row, which belong to the previous zone.
 */
export function useZoneOfAddress({ search, onSearch }: ReportsSearchProps, isActive: boolean) {
  const { zoneId, select } = useSelectedZone()
  const requestedId = isActive ? search.zone : undefined
  const linkedZone = useNamedZone(requestedId === zoneId ? undefined : requestedId)
  const { profile } = useMe()
  const linkedId = pickSelectedZone(
    profile.role,
    linkedZone.zone ? [linkedZone.zone] : [],
    linkedZone.zone?.id ?? null,
  )?.id
  const lastLinkedId = useRef<string>(undefined)
  const latestRef = useRef({ select, onSearch })
  latestRef.current = { select, onSearch }
  useEffect(() => {
    if (linkedId) latestRef.current.select(linkedId)
  }, [linkedId])
  useEffect(() => {
    if (!isActive || zoneId === undefined) return
    const previousId = lastLinkedId.current
    lastLinkedId.current = zoneId
    if (requestedId === zoneId) latestRef.current.onSearch({ zone: undefined }, { replace: true })
    else if (requestedId === undefined && previousId !== undefined && previousId !== zoneId)
      latestRef.current.onSearch(
        { ...clearedRowSearch, group: undefined, person: undefined },
        { replace: true },
      )
  }, [isActive, zoneId, requestedId])
  return linkedZone
}
