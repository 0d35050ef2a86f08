import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** `watches` presence, `tracks` live positions, `checks` their own position. */
export function useZoneRights(): (zoneId: string) => {
  rights: ZoneRights
  watches: boolean
  tracks: boolean
  checks: boolean
} {
  const { profile } = useMe()
  const { find } = useSelectedZone()
  return zoneId => {
    const rights = rightsInZone(profile.role, find(zoneId))
    return {
      rights,
      watches: mayInZone(rights, 'view_attendance'),
      tracks: mayInZone(rights, 'track_live_locations'),
      // Read-only managers see the presence of a zone without the check button.
      checks: mayInZone(rights, 'check_position') && rights.role !== 'zone_manager_ro',
    }
  }
}
