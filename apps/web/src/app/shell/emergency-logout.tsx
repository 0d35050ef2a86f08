import { IconLogout } from '@tabler/icons-react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import classes from './shell.module.css'

/**
 * A way out for somebody who has a profile but no zone, and so nothing else to do here. Not for internal admins: they
 * need no zones.
 */
export function EmergencyLogout({ onSignOut, collapsed }: { onSignOut: () => void; collapsed: boolean }) {
  const { fullProfile } = useMe()
  const { availableZones, status, isZoneBound } = useSelectedZone()
  if (!fullProfile || !isZoneBound || status !== 'loaded' || availableZones.length > 0) return null
  return (
    <div className={classes.emergency}>
      {!collapsed && <p>You belong to no zone yet. If you cannot go on, sign out here.</p>}
      <button
        type="button"
        className={classes.emergencyButton}
        onClick={onSignOut}
        aria-label={collapsed ? 'Emergency Logout' : undefined}
        title={collapsed ? 'Emergency Logout' : undefined}
      >
        <IconLogout size="1.125rem" aria-hidden />
        {!collapsed && 'Emergency Logout'}
      </button>
    </div>
  )
}
