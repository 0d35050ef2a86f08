import { can } from '@muster/domain/permission.ts'
import { roleInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** What the signed-in person may do with a zone, by their role there; the server asks again. */
export function useZoneActs() {
  const { profile } = useMe()
  const { find } = useSelectedZone()
  return (zoneId: string) => {
    const role = roleInZone(profile.role, find(zoneId))
    return {
      role,
      edit: can(role, 'edit_zones'),
      remove: can(role, 'delete_zones'),
      setStatus: can(role, 'suspend_zones'),
      seeUsers: can(role, 'view_zone_users'),
      addUser: can(role, 'link_users'),
    }
  }
}
