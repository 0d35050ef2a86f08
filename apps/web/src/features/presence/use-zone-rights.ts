import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { roleInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** What the signed-in person may see and do about presence in a zone, by their role there. */
export function useZoneRights(): (zoneId: string) => {
  role: Role
  watches: boolean
  tracks: boolean
  checks: boolean
} {
  const { profile } = useMe()
  const { find } = useSelectedZone()
  return zoneId => {
    const role = roleInZone(profile.role, find(zoneId))
    return {
      role,
      watches: can(role, 'view_attendance'),
      tracks: can(role, 'track_live_locations'),
      // Read-only managers look at the presence of a zone without the button.
      checks: can(role, 'check_position') && role !== 'zone_manager_ro',
    }
  }
}
