import { t } from '@lingui/core/macro'
import { can, type Permission } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import {
  type Icon,
  IconActivity,
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardList,
  IconClockPause,
  IconCurrentLocation,
  IconDatabaseExport,
  IconFileImport,
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
  /** True if the item is not current on the pages below its paths. */
  exact?: true
  /** Further words by which the command palette finds it. */
  keywords?: string
}

/** The side menu of a person: its entries, and those that "More" opens. */
export type Menu = { entries: readonly MenuItem[]; more: readonly MenuItem[] }

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
const appUsers: MenuItem = {
  label: t`App Users`,
  to: paths.appUsers,
  icon: IconUsers,
  keywords: t`add user person member by code invite`,
}
// From here on: what the specification's lists leave out (decision 017).
const insideNow: MenuItem = { label: t`Inside now`, to: paths.insideNow, icon: IconMapPinCheck }
const emergencies: MenuItem = { label: t`Emergencies`, to: paths.emergencies, icon: IconUrgent }
const emergencyPlan: MenuItem = { label: t`Emergency plan`, to: paths.emergencyPlan, icon: IconClipboardList }
// For captains of a zone, whatever their role.
export const captain: MenuItem = { label: t`Captain`, to: paths.captain, icon: IconClipboardCheck }
// Everybody may invite visitors; people who see who is inside see all of them.
const visitors: MenuItem = { label: t`Visitors`, to: paths.visitors, icon: IconUserShare }
const reports: MenuItem = { label: t`Reports`, to: paths.reports, icon: IconChartBar }
const myDay: MenuItem = { label: t`My day`, to: paths.day, icon: IconCalendar }
const zonePresence: MenuItem = { label: t`Zone Presence`, to: paths.zones, icon: IconMapPin }
const myPresence: MenuItem = { label: t`Zone Presence`, to: paths.myZones, icon: IconMapPin }
const users: MenuItem = {
  label: t`Users`,
  to: paths.users,
  icon: IconUsers,
  keywords: t`add create new user person invite import suspend activate`,
}
const zones: MenuItem = {
  label: t`Zones`,
  to: paths.zones,
  icon: IconMap2,
  keywords: t`add create new zone import suspend activate`,
}
/** The paths of the dashboard for internal admins. */
const adminDashboardPaths = [paths.superAdmin, paths.superAdminDashboard, paths.dashboard]
// Always shown to people who may onboard organisations: the features that start with a second organisation can only be found there.
export const organisations: MenuItem = {
  label: t`Organisations`,
  to: paths.organisations,
  icon: IconBuilding,
}
const zoneRequests: MenuItem = { label: t`Zone requests`, to: paths.zoneRequests, icon: IconMapPinQuestion }

/** The pages of "Administration", in the order of their tabs. */
const administrationPages: readonly (MenuItem & { permission: Permission })[] = [
  { label: t`Security`, to: paths.security, icon: IconShieldLock, permission: 'view_security' },
  { ...organisations, permission: 'view_clients' },
  { label: t`System Status`, to: paths.systemStatus, icon: IconActivity, permission: 'view_security' },
  { label: t`Webhooks`, to: paths.webhooks, icon: IconWebhook, permission: 'manage_webhooks' },
  { label: t`Map settings`, to: paths.mapSettings, icon: IconMapCog, permission: 'manage_maps' },
  { label: t`Backups`, to: paths.backups, icon: IconDatabaseExport, permission: 'manage_backups' },
]
export const getAdministrationPages = (role: Role): MenuItem[] =>
  administrationPages
    .filter(({ permission }) => can(role, permission))
    .map(page => ({ ...page, keywords: administration.label }))

const administration: MenuItem = {
  label: t`Administration`,
  to: paths.security,
  icon: IconShieldLock,
  also: [paths.zoneRequests, ...administrationPages.map(({ to }) => to)],
}
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

/** `specified`: the entries of the specification, in its order. `ours` follow them, and `more` is what "More" opens. */
type RoleMenu = { specified: readonly MenuItem[]; ours?: readonly MenuItem[]; more?: readonly MenuItem[] }

const createAdminMenu = (dashboardPath: AppPath, people: MenuItem): RoleMenu => ({
  specified: [{ ...dashboard, to: dashboardPath, also: adminDashboardPaths, exact: true }, people, zones],
  ours: [emergencies, insideNow],
  more: [broadcasts, notifyItem, groups, files, appUsers, visitors, reports, administration],
})
const createManagerMenu = (hazards: MenuItem): RoleMenu => ({
  specified: [dashboard, alerts, broadcasts, hazards, files, groups, appUsers, zonePresence],
  ours: [emergencies, insideNow],
  more: [visitors, reports],
})
// The specification gives these three roles no menu; they see what their permissions allow, and what was sent to them.
const workerMenu: RoleMenu = { specified: [dashboard, alerts, broadcasts, notifications, myPresence] }
const supervisorMenu: RoleMenu = { specified: [...workerMenu.specified, users] }

const menusByRole: Record<Role, RoleMenu> = {
  super_admin: createAdminMenu(paths.superAdmin, { ...users, label: t`Employees` }),
  admin: createAdminMenu(paths.dashboard, users),
  zone_manager_rw: createManagerMenu(notifyItem),
  zone_manager_ro: createManagerMenu(notifyItem),
  client_admin: createManagerMenu(notifications),
  app_user: {
    specified: [dashboard, alerts, broadcasts, notifications, files, myPresence],
    ours: [groups],
    more: [reports, myDay, visitors],
  },
  manager: supervisorMenu,
  supervisor: supervisorMenu,
  worker: workerMenu,
}

/** The number of entries that follow those of the specification. */
const maxOursCount = 2

/**
 * Returns the side menu of an effective role, with the places that only this person has. Zone-bound roles without a zone see only Dashboard
 * of the role's menu.
 */
export function getMenu(role: Role, hasZones: boolean, ownPlaces: readonly MenuItem[] = []): Menu {
  if (!isInternalAdmin(role) && !hasZones) return { entries: [dashboard, ...ownPlaces], more: [] }
  const { specified, ours = [], more = [] } = menusByRole[role]
  const added = [...ours, ...ownPlaces]
  return {
    entries: [...specified, ...added.slice(0, maxOursCount)],
    more: [...added.slice(maxOursCount), ...more],
  }
}

/** Returns what the role's menus and page titles call the page of hazards. */
export const getHazardsLabel = (role: Role): string =>
  menusByRole[role].specified.find(({ to }) => to === paths.hazards)?.label ?? notifyItem.label

const signIns: MenuItem = { label: t`Sign-ins`, to: paths.signIns, icon: IconLogin2 }
const waitingItem: MenuItem = { label: t`Waiting to send`, to: paths.waiting, icon: IconClockPause }
const imports: MenuItem = { label: t`Imports`, to: paths.imports, icon: IconFileImport }
const zoneMap: MenuItem = { label: t`Zone Map Viewer`, to: paths.zoneMap, icon: IconMap2 }
const zoneDay: MenuItem = { label: t`Visits on a day`, to: paths.zoneDay, icon: IconMapPin }
const badges: MenuItem = { label: t`Badges`, to: paths.badges, icon: IconId }
const zoneUsers: MenuItem = { label: t`Zone Users`, to: paths.zoneUsers, icon: IconUsers }
const ownZones: MenuItem = { label: t`My Zones`, to: paths.managerZones, icon: IconMap2 }
const checkZoneItem: MenuItem = { ...myPresence, label: t`Check Zone Location` }
const recentGroups: MenuItem = { label: t`Groups: recent`, to: paths.groups, icon: IconMessages }
const zoneSelection: MenuItem = { label: t`Manage Zones`, to: paths.zoneSelection, icon: IconMap2 }

type PlacesOptions = {
  hasZones: boolean
  /** The role of the account, if it differs from the role in the selected zone. */
  accountRole?: Role
  ownPlaces?: readonly MenuItem[]
}

/**
 * Returns every place for the command palette: the menu, the pages of Administration, and the screens that the role may open but that
 * are missing from its menu. A screen with several paths is listed once.
 */
export function getPlaces(
  role: Role,
  { hasZones, accountRole = role, ownPlaces }: PlacesOptions,
): MenuItem[] {
  const isInternal = isInternalAdmin(role)
  const { entries, more } = getMenu(role, hasZones, ownPlaces)
  // Access to zone requests depends on the account's role, not on the role in the selected zone.
  const mayUseRequests = can(accountRole, 'submit_zone_requests') || can(accountRole, 'approve_requests')
  const requests = mayUseRequests ? [zoneRequests] : []
  const further =
    isInternal || hasZones
      ? [
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
        ]
      : [alerts, ...(role === 'app_user' ? [reports] : []), ...requests]
  const places = [
    ...entries,
    ...more.filter(it => it !== administration),
    ...getAdministrationPages(role),
    ...further,
    ...(can(accountRole, 'create_zones') || can(role, 'edit_zones') ? [imports] : []),
    signIns,
    waitingItem,
  ]
  return places.filter(({ to }, index) => places.findIndex(it => it.to === to) === index)
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
  const { specified } = menusByRole[role]
  if (isInternalAdmin(role)) {
    const [home = dashboard, ...others] = specified
    return { places: [{ ...home, label: dashboardPlace.label }, ...others, emergencies], main: insideAction }
  }
  if (!hasZones) return undefined
  const hazards = specified.find(({ to }) => to === paths.hazards) ?? notifications
  if (specified.includes(appUsers)) {
    return {
      places: [dashboardPlace, alerts, hazards, hasGroups ? groups : { ...zonePresence, label: t`Presence` }],
      main: insideAction,
    }
  }
  // Supervisors look people up; the others read and write.
  const thirdPlace = specified.includes(users) ? users : hasGroups ? groups : broadcasts
  return { places: [dashboardPlace, alerts, thirdPlace, hazards], main: checkAction, checks: true }
}
