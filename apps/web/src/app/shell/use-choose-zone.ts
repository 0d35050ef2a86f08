import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** Returns a function that selects another zone. If its PIN has not been entered, it opens the zone selection. */
export function useChooseZone(): (zoneId: string) => void {
  const navigate = useNavigate()
  const { profile } = useMe()
  const { find, select } = useSelectedZone()
  return zoneId => {
    const nextZone = find(zoneId)
    if (!nextZone) return
    if (requiresPin(profile.role, nextZone))
      void navigate({ to: paths.zoneSelection, search: { zone: zoneId } })
    else select(zoneId)
  }
}
