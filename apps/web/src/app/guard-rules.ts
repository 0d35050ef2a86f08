import type { Landing } from '@muster/contract/auth.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { paths, settingsPaths, toInnerPath } from '../lib/paths.ts'

const pathsWithoutZone: readonly string[] = [
  paths.zoneSelection,
  paths.join,
  ...settingsPaths,
  paths.waiting,
  paths.reports,
  // Captains reach their list without a PIN, so that an entry that expired does not stop them.
  paths.captain,
]

export const needsNoZone = (pathname: string): boolean => pathsWithoutZone.includes(pathname)

const adminDashboardPaths: readonly string[] = [paths.superAdminDashboard, paths.superAdmin]

export type ZoneGuardInput = {
  pathname: string
  globalRole: Role
  /** The landing page from the server: people listed in LANDING_ADMIN_EMAILS stay on the admin dashboard. */
  landing: Landing
  availableZones: number
  hasSelectedZone: boolean
}

/**
 * True if a zone must be selected before this page opens: the page needs a zone, and the person is not an internal admin, has zones
 * and has selected none. People whose landing page is the admin dashboard may stay there.
 */
export function mustChooseZone({
  pathname,
  globalRole,
  landing,
  availableZones,
  hasSelectedZone,
}: ZoneGuardInput): boolean {
  if (landing === 'super-admin-dashboard' && adminDashboardPaths.includes(pathname)) return false
  if (isInternalAdmin(globalRole) || needsNoZone(pathname)) return false
  return availableZones > 0 && !hasSelectedZone
}

/** Returns the id of the zone named in a URL, for example in a poster's link, so that the zone is offered for selection. */
export function readZoneParam(address: string | undefined): string | undefined {
  const zoneId = new URLSearchParams(address?.split('?')[1]).get('zone') ?? ''
  return /^[0-9a-f-]{36}$/.test(zoneId) ? zoneId : undefined
}

/**
 * Returns the page to open after signing in. The server decides the landing page; `from` is the page originally requested. People
 * who land on the admin dashboard are sent to the requested page, if any. Everybody else is sent there only if the page needs no
 * zone; otherwise they select their zone first and continue from there (`next`).
 */
export function getPathAfterSignIn(landing: Landing, from: unknown): string {
  const requestedPath = toInnerPath(from)
  if (landing === 'super-admin-dashboard') return requestedPath ?? paths.superAdminDashboard
  const hasDestination = requestedPath !== undefined && !requestedPath.startsWith(paths.zoneSelection)
  if (hasDestination && needsNoZone(requestedPath.replace(/[?#].*/, ''))) return requestedPath
  if (!hasDestination) return paths.zoneSelection
  const zoneId = readZoneParam(requestedPath)
  return `${paths.zoneSelection}?${zoneId ? `zone=${zoneId}&` : ''}next=${encodeURIComponent(requestedPath)}`
}
