import { useEffect, useRef } from 'react'
import { pickSelectedZone } from '../../lib/session/selected-zone.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { clearedRowSearch, type ReportsSearchProps } from './reports-search.ts'

/** Then removes the zone from the URL. Another selected zone clears the filters and the row, which belong to the previous one. */
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
