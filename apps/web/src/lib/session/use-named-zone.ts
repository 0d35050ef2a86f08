import { useSelectedZone } from './use-selected-zone.ts'
import { useZoneBeyond } from './use-zone-beyond.ts'

/** Returns the zone named in the URL, as far as it is known. */
export function useNamedZone(zoneId: string | undefined) {
  const { find } = useSelectedZone()
  const atHand = zoneId === undefined ? undefined : find(zoneId)
  const beyond = useZoneBeyond(atHand ? undefined : zoneId)
  return { ...beyond, zone: atHand ?? beyond.zone }
}
