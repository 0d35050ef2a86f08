import type { Landing } from '@muster/contract/auth.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { innerPath, paths } from '../lib/paths.ts'

const openWithoutZone: readonly string[] = [paths.zoneSelection, paths.settings, paths.waiting, paths.reports]

/** Whether the zone guard leaves a page alone. */
export const needsNoZone = (pathname: string): boolean => openWithoutZone.includes(pathname)

const adminDashboards: readonly string[] = [paths.superAdminDashboard, paths.superAdmin]

export type ZoneGuardInput = {
  pathname: string
  globalRole: Role
  /** Where the server lands this person: an address of LANDING_ADMIN_EMAILS stays on the admin dashboard. */
  landing: Landing
  availableZones: number
  hasSelectedZone: boolean
}

/**
 * Whether this page must wait until a zone is chosen: the person is no internal admin, has zones to choose from and has
 * chosen none. Somebody without any zone may stay where they are.
 */
export function mustChooseZone({
  pathname,
  globalRole,
  landing,
  availableZones,
  hasSelectedZone,
}: ZoneGuardInput): boolean {
  if (landing === 'super-admin-dashboard' && adminDashboards.includes(pathname)) return false
  if (isInternalAdmin(globalRole) || needsNoZone(pathname)) return false
  return availableZones > 0 && !hasSelectedZone
}

/** The zone that an address leads into, as that of a poster: it is the one to choose. */
export function zoneNamedIn(address: string | undefined): string | undefined {
  const zone = new URLSearchParams(address?.split('?')[1]).get('zone') ?? ''
  return /^[0-9a-f-]{36}$/.test(zone) ? zone : undefined
}

/**
 * Where a person goes after signing in. The landing is the server's word. `from` is the page they first wanted: admins
 * are led there, and so is everybody to a page that needs no zone; the others choose their zone first, which then leads
 * them on (`next`).
 */
export function afterSignIn(landing: Landing, from: unknown): string {
  const wanted = innerPath(from)
  if (landing === 'super-admin-dashboard') return wanted ?? paths.superAdminDashboard
  const goesOn = wanted !== undefined && !wanted.startsWith(paths.zoneSelection)
  if (goesOn && needsNoZone(wanted.replace(/[?#].*/, ''))) return wanted
  if (!goesOn) return paths.zoneSelection
  const zone = zoneNamedIn(wanted)
  return `${paths.zoneSelection}?${zone ? `zone=${zone}&` : ''}next=${encodeURIComponent(wanted)}`
}
