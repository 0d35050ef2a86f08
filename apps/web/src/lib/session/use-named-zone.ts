import { useSelectedZone } from './use-selected-zone.ts'
import { useUnlistedZone } from './use-unlisted-zone.ts'

/** Returns the zone named in the URL, from those loaded or else fetched. */
export function useNamedZone(zoneId: string | undefined) {
  const { find } = useSelectedZone()
  const loadedZone = zoneId === undefined ? undefined : find(zoneId)
  const unlistedQuery = useUnlistedZone(loadedZone ? undefined : zoneId)
  return { ...unlistedQuery, zone: loadedZone ?? unlistedQuery.zone }
}
