import { mayInZone } from '@muster/domain/zone-permission.ts'
import { rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** Returns a function that tells what the signed-in person may do with a zone; the server checks this again. */
export function useZoneActions() {
  const { profile } = useMe()
  const { find } = useSelectedZone()
  return (zoneId: string) => {
    const rights = rightsInZone(profile.role, find(zoneId))
    return {
      role: rights.role,
      edit: mayInZone(rights, 'edit_zones'),
      remove: mayInZone(rights, 'delete_zones'),
      setStatus: mayInZone(rights, 'suspend_zones'),
      seeUsers: mayInZone(rights, 'view_zone_users'),
      addUser: mayInZone(rights, 'link_users'),
    }
  }
}
