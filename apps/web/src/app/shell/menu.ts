import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardList,
  IconClockPause,
  IconCurrentLocation,
  IconDatabaseExport,
  IconFolder,
  IconId,
  IconLayoutDashboard,
  IconLogin2,
  IconMap2,
  IconMapCog,
  IconMapPin,
  IconMapPinCheck,
  IconMapPinQuestion,
  IconMessages,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUrgent,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import { type AppPath, paths, settingsPaths } from '../../lib/paths.ts'

export type MenuItem = {
  label: string
  to: AppPath
  icon: Icon
  /** Other paths of the same screen; the item is marked as current there too. */
  also?: readonly AppPath[]
}

const dashboard: MenuItem = { label: t`Dashboard`, to: paths.dashboard, icon: IconLayoutDashboard }
const alerts: MenuItem = { label: t`Alerts`, to: paths.alerts, icon: IconBell }
const broadcasts: MenuItem = { label: t`Broadcasts`, to: paths.broadcasts, icon: IconSpeakerphone }
const notifyItem: MenuItem = { label: t`Notify`, to: paths.hazards, icon: IconAlertTriangle }
const notifications: MenuItem = { ...notifyItem, label: t`Notifications` }
const files: MenuItem = {
  label: t`Files & Folders`,
  to: paths.documents,
  icon: IconFolder,
  also: [paths.files, paths.appUserDocuments, paths.documentsManager],
}
const groups: MenuItem = { label: t`Groups`, to: paths.myGroups, icon: IconMessages, also: [paths.groups] }
const appUsers: MenuItem = { label: t`App Users`, to: paths.appUsers, icon: IconUsers }
// Added to the specification's list (decision 017), because managers and admins mainly come to see who is inside.
const insideNow: MenuItem = { label: t`Inside now`, to: paths.insideNow, icon: IconMapPinCheck }
// Not in the specification's list either: whoever may see who is inside sees who was called and who is safe.
const emergencies: MenuItem = { label: t`Emergencies`, to: paths.emergencies, icon: IconUrgent }
const emergencyPlan: MenuItem = { label: t`Emergency plan`, to: paths.emergencyPlan, icon: IconClipboardList }
// For captains of a zone, whatever their role.
export const captain: MenuItem = { label: t`Captain`, to: paths.captain, icon: IconClipboardCheck }
// Not in the specification's list: everybody may invite visitors; people who see who is inside see all of them.
const visitors: MenuItem = { label: t`Visitors`, to: paths.visitors, icon: IconUserShare }
const zonePresence: MenuItem = { label: t`Zone Presence`, to: paths.zones, icon: IconMapPin }
const myPresence: MenuItem = { label: t`Zone Presence`, to: paths.myZones, icon: IconMapPin }
const users: MenuItem = { label: t`Users`, to: paths.users, icon: IconUsers }
const zones: MenuItem = { label: t`Zones`, to: paths.zones, icon: IconMap2 }
// Not in the specification's list: its permission table defines who may read reports.
const reports: MenuItem = { label: t`Reports`, to: paths.reports, icon: IconChartBar }
/** The paths of the dashboard for internal admins. */
const adminDashboardPaths = [paths.superAdmin, paths.superAdminDashboard, paths.dashboard]
// Missing from the specification's list: the security page for internal admins, which appears only in its description of services,
// the webhooks and the map settings.
const security: MenuItem = { label: t`Security`, to: paths.security, icon: IconShieldLock }
// Always shown to people who may onboard organisations: the features that start with a second organisation can only be found there.
export const organisations: MenuItem = {
  label: t`Organisations`,
  to: paths.organisations,
  icon: IconBuilding,
}
const zoneRequests: MenuItem = { label: t`Zone requests`, to: paths.zoneRequests, icon: IconMapPinQuestion }
const webhooks: MenuItem = { label: t`Webhooks`, to: paths.webhooks, icon: IconWebhook }
const mapSettings: MenuItem = { label: t`Map settings`, to: paths.mapSettings, icon: IconMapCog }
const backups: MenuItem = { label: t`Backups`, to: paths.backups, icon: IconDatabaseExport }
export const settings: MenuItem = {
  label: t`Settings`,
  to: paths.settings,
  icon: IconSettings,
  also: settingsPaths,
}
/** The further pages of the settings, for the command palette. */
export const settingsPages: readonly MenuItem[] = [
  { label: t`Settings: position and privacy`, to: paths.settingsPosition, icon: IconSettings },
  { label: t`Settings: sign-in`, to: paths.settingsSignIn, icon: IconSettings },
  { label: t`Settings: notifications`, to: paths.settingsNotifications, icon: IconSettings },
  { label: t`Settings: devices and offline`, to: paths.settingsDevices, icon: IconSettings },
]

const createManagerMenu = (hazards: MenuItem) => [
  dashboard,
  alerts,
  broadcasts,
  hazards,
  files,
  groups,
  appUsers,
  zonePresence,
  insideNow,
  visitors,
  emergencies,
  reports,
]
// The specification gives these three roles no menu; they see what their permissions allow, and what was sent to them.
const workerMenu = [dashboard, alerts, broadcasts, notifications, myPresence]
const supervisorMenu = [...workerMenu, users]

const menusByRole: Record<Role, MenuItem[]> = {
  super_admin: [
    { ...dashboard, to: paths.superAdmin, also: adminDashboardPaths },
    { ...users, label: t`Employees` },
    zones,
    organisations,
    insideNow,
    visitors,
    emergencies,
    appUsers,
    reports,
    security,
    webhooks,
    mapSettings,
    backups,
  ],
  admin: [
    { ...dashboard, also: adminDashboardPaths },
    users,
    zones,
    organisations,
    insideNow,
    visitors,
    emergencies,
    appUsers,
    reports,
    security,
    webhooks,
  ],
  zone_manager_rw: createManagerMenu(notifyItem),
  zone_manager_ro: createManagerMenu(notifyItem),
  client_admin: createManagerMenu(notifications),
  // Groups are not in the specification's list: its permission table lets app users chat.
  app_user: [dashboard, alerts, broadcasts, notifications, files, groups, myPresence, reports],
  manager: supervisorMenu,
  supervisor: supervisorMenu,
  worker: workerMenu,
}

/**
 * Returns the side menu of an effective role, with the places that only this person has. Zone-bound roles without a zone see only Dashboard
 * of the role's menu. Captain stands below the first entry, because a captain looks for it in an emergency.
 */
export function getMenu(role: Role, hasZones: boolean, ownPlaces: readonly MenuItem[] = []): MenuItem[] {
  const menu = !isInternalAdmin(role) && !hasZones ? [dashboard] : menusByRole[role]
  if (ownPlaces.length === 0) return menu
  return [
    ...menu.slice(0, 1),
    ...ownPlaces.filter(it => it === captain),
    ...menu.slice(1),
    ...ownPlaces.filter(it => it !== captain),
  ]
}

const signIns: MenuItem = { label: t`Sign-ins`, to: paths.signIns, icon: IconLogin2 }
const waitingItem: MenuItem = { label: t`Waiting to send`, to: paths.waiting, icon: IconClockPause }
const zoneMap: MenuItem = { label: t`Zone Map Viewer`, to: paths.zoneMap, icon: IconMap2 }
const myDay: MenuItem = { label: t`My day`, to: paths.day, icon: IconMapPin }
const zoneDay: MenuItem = { label: t`Visits on a day`, to: paths.zoneDay, icon: IconMapPin }
const badges: MenuItem = { label: t`Badges`, to: paths.badges, icon: IconId }
const zoneUsers: MenuItem = { label: t`Zone Users`, to: paths.zoneUsers, icon: IconUsers }
const ownZones: MenuItem = { label: t`My Zones`, to: paths.managerZones, icon: IconMap2 }
const checkZoneItem: MenuItem = { ...myPresence, label: t`Check Zone Location` }
const recentGroups: MenuItem = { label: t`Groups: recent`, to: paths.groups, icon: IconMessages }
const zoneSelection: MenuItem = { label: t`Manage Zones`, to: paths.zoneSelection, icon: IconMap2 }

/**
 * Returns the screens that a role may open but that are missing from its specified menu; the command palette offers them. A screen
 * with several paths is listed once.
 */
export function getFurtherPlaces(role: Role, hasZones: boolean, accountRole: Role = role): MenuItem[] {
  const isInternal = isInternalAdmin(role)
  // Access to zone requests depends on the account's role, not on the role in the selected zone.
  const mayUseRequests = can(accountRole, 'submit_zone_requests') || can(accountRole, 'approve_requests')
  const requests = mayUseRequests ? [zoneRequests] : []
  const ownReports = role === 'app_user' ? [reports] : []
  if (!isInternal && !hasZones) return [alerts, ...ownReports, ...requests, signIns, waitingItem]
  const places = [
    zones,
    checkZoneItem,
    ...requests,
    zoneMap,
    myDay,
    notifyItem,
    broadcasts,
    ...(can(role, 'view_groups') ? [groups, recentGroups] : []),
    ...(can(role, 'view_files') ? [files] : []),
    alerts,
    ...(role === 'super_admin' ? [] : [zoneSelection]),
    visitors,
    ...(can(role, 'view_attendance') ? [zoneDay, emergencyPlan] : []),
    ...(can(role, 'edit_zones') ? [badges] : []),
    ...(can(role, 'view_zone_users') ? [appUsers, zoneUsers, ownZones, users] : []),
    signIns,
    waitingItem,
  ]
  return places.filter(({ to }) => !menusByRole[role].some(item => item.to === to))
}

/** The phone's bottom bar. `checks`: the primary action reads the position immediately instead of only navigating. */
export type BottomBar = { places: MenuItem[]; main: MenuItem; checks?: true }

// Five labels share the width of a phone, so those of the bar can be translated with shorter words.
const dashboardPlace: MenuItem = { ...dashboard, label: t({ message: 'Dashboard', context: 'bottom bar' }) }
const insideAction: MenuItem = {
  ...insideNow,
  label: t({ message: 'Inside now', context: 'bottom bar' }),
  icon: IconUsersGroup,
}
const checkAction: MenuItem = {
  ...myPresence,
  label: t({ message: 'Check Position', context: 'bottom bar' }),
  icon: IconCurrentLocation,
}

/**
 * Returns the phone's bottom bar: the four places this role uses most, two on each side of its primary action. People who are in a
 * group have Groups there. Undefined for zone-bound roles without a zone.
 */
export function getBottomBar(role: Role, hasZones: boolean, hasGroups: boolean): BottomBar | undefined {
  if (isInternalAdmin(role)) {
    const [home = dashboard, people = users] = menusByRole[role]
    return {
      places: [{ ...home, label: dashboardPlace.label }, people, zones, security],
      main: insideAction,
    }
  }
  if (!hasZones) return undefined
  const isManager = menusByRole[role].includes(appUsers)
  const hazards = menusByRole[role].find(({ to }) => to === paths.hazards) ?? notifications
  if (isManager) {
    return {
      places: [dashboardPlace, alerts, hazards, hasGroups ? groups : { ...zonePresence, label: t`Presence` }],
      main: insideAction,
    }
  }
  // Supervisors look people up; the others read and write.
  const thirdPlace = menusByRole[role].includes(users) ? users : hasGroups ? groups : broadcasts
  return { places: [dashboardPlace, alerts, thirdPlace, hazards], main: checkAction, checks: true }
}
