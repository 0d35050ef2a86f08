import { limits } from '@muster/domain/limits.ts'
import { paths } from '../lib/paths.ts'

const zoneScreens: readonly string[] = [
  paths.zones,
  paths.zoneMap,
  paths.zoneSelection,
  paths.myZones,
  paths.managerZones,
  paths.zoneUsers,
  paths.appUsers,
  paths.day,
  paths.zoneDay,
]

/** How long the notice of a failure stays on a page, in milliseconds: shorter on the zone screens, as specified. */
export function failureNoticeMs(pathname: string): number {
  const isZoneScreen = zoneScreens.some(path => pathname === path || pathname.startsWith(`${path}/`))
  return isZoneScreen ? limits.zoneToastMs : limits.toastRemovalMs
}
