import { useSelectedZone } from './use-selected-zone.ts'
import { useUnlistedZone } from './use-unlisted-zone.ts'

export function useNamedZone(zoneId: string | undefined) {
  const { find } = useSelectedZone()
  const loadedZone = zoneId === undefined ? undefined : find(zoneId)
  const unlistedQuery = useUnlistedZone(loadedZone ? undefined : zoneId)
  return { ...unlistedQuery, zone: loadedZone ?? unlistedQuery.zone }
}
