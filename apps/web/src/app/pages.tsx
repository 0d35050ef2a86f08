import { t } from '@lingui/core/macro'
import { type SignInResult, signInResults } from '@muster/domain/sign-in-result.ts'
import { parseAccountsSearch } from '../features/accounts/accounts-search.ts'
import { parseBadgesSearch } from '../features/badges/badges-search.ts'
import { parseBroadcastsSearch } from '../features/broadcasts/broadcasts-search.ts'
import { parseDaySearch } from '../features/days/day-search.ts'
import { parseDocumentsSearch } from '../features/documents/documents-search.ts'
import { parseCaptainSearch } from '../features/emergencies/captains/captain-search.ts'
import { parseBoardSearch, parseEmergenciesSearch } from '../features/emergencies/emergencies-search.ts'
import { parseGroupsSearch } from '../features/groups/groups-search.ts'
import { parseHazardsSearch } from '../features/hazards/hazards-search.ts'
import {
  parseOrganisationsSearch,
  parseZoneRequestsSearch,
} from '../features/organisations/organisations-search.ts'
import { parseInsideSearch } from '../features/presence/inside-search.ts'
import { parseReportsSearch } from '../features/reports/reports-search.ts'
import { parseSecuritySearch } from '../features/security/security-search.ts'
import { parseAppUsersSearch } from '../features/users/app-users-search.ts'
import { parseZoneUsersSearch } from '../features/users/zone-users-search.ts'
import { parseVisitorsSearch } from '../features/visitors/visitors-search.ts'
import { parseZonesSearch } from '../features/zones/filter-zones.ts'
import { parseOwnZonesSearch } from '../features/zones/own-zones-search.ts'
import { paths, toInnerPath } from '../lib/paths.ts'
import { createSearchParser, param } from '../lib/search-props.ts'
import { createPageFactory } from './page.tsx'
import { administrationRoute } from './routes/administration.tsx'
import { guestRoute } from './routes/guest.tsx'
import { inShellRoute } from './routes/in-shell.tsx'
import { rootRoute } from './routes/root.tsx'
import { signedInRoute } from './routes/signed-in.tsx'

// All pages of the app, with their search parameters.

/** The card of a settings page that is open by itself. */
const parseCardSearch = createSearchParser({ card: param.text })
/** The token of an emailed link. */
const parseTokenSearch = createSearchParser({ token: param.text })

const createShellPage = createPageFactory(inShellRoute, '/signed-in/in-shell')
const createAdministrationPage = createPageFactory(administrationRoute, '/signed-in/in-shell/administration')
const createGuestPage = createPageFactory(guestRoute, '/guest')
const createPublicPage = createPageFactory(rootRoute, '')

export const guestPages = [
  createGuestPage({
    path: paths.login,
    title: t`Sign in`,
    search: ({ from }): { from?: string } => ({ from: toInnerPath(from) }),
    load: async () => (await import('./screens/login.tsx')).Login,
  }),
  createGuestPage({
    path: paths.signUp,
    title: t`Sign up`,
    // `setup`: the one-time token for a new installation's first super admin. `invitation`: the token from an invitation link.
    // `join`: the token from an invitation to a zone.
    search: createSearchParser({ setup: param.text, invitation: param.text, join: param.text }),
    load: async () => (await import('./screens/sign-up.tsx')).SignUp,
  }),
] as const

/** Pages that are also open to signed-in people: those linked in emails or for responders, and the return from single sign-on. */
export const publicPages = [
  createPublicPage({
    path: '/responders/$token',
    title: t`Responders`,
    load: async () => (await import('./screens/responders.tsx')).Responders,
  }),
  createPublicPage({
    path: paths.forgotPassword,
    title: t`Forgot Password`,
    load: async () => (await import('../features/auth/forgot-password-screen.tsx')).ForgotPasswordScreen,
  }),
  createPublicPage({
    path: paths.resetPassword,
    title: t`New password`,
    // `invited`: the account was created by somebody else.
    search: createSearchParser({ token: param.text, invited: param.flag }),
    load: async () => (await import('./screens/reset-password.tsx')).ResetPassword,
  }),
  createPublicPage({
    path: paths.join,
    title: t`Invitation`,
    search: createSearchParser({ invitation: param.text }),
    load: async () => (await import('./screens/join.tsx')).Join,
  }),
  createPublicPage({
    path: paths.kiosk,
    title: t`Visitors`,
    load: async () => (await import('../features/visitors/visiting/kiosk-screen.tsx')).KioskScreen,
  }),
  createPublicPage({
    path: '/visit/$token',
    title: t`Visitors`,
    load: async () => (await import('./screens/visit.tsx')).Visit,
  }),
  createPublicPage({
    path: '/visiting/$token',
    title: t`Your visit`,
    load: async () => (await import('./screens/own-visit.tsx')).OwnVisit,
  }),
  createPublicPage({
    path: paths.confirmEmail,
    title: t`Confirm your email`,
    search: parseTokenSearch,
    load: async () => (await import('../features/auth/confirm-email-screen.tsx')).ConfirmEmailScreen,
  }),
  createPublicPage({
    path: paths.confirmEmailChange,
    // `simple`: the account has no password to ask for.
    search: createSearchParser({ token: param.text, simple: param.flag }),
    load: async () =>
      (await import('../features/auth/confirm-email-change-screen.tsx')).ConfirmEmailChangeScreen,
  }),
  createPublicPage({
    path: paths.undoEmailChange,
    search: parseTokenSearch,
    load: async () => (await import('../features/auth/undo-email-change-screen.tsx')).UndoEmailChangeScreen,
  }),
  createPublicPage({
    path: paths.singleSignOn,
    title: t`Signing in`,
    search: ({ state, code }): { state: string; code: string } => ({
      state: param.text(state) ?? '',
      code: param.text(code) ?? '',
    }),
    load: async () => (await import('./screens/single-sign-on.tsx')).SingleSignOn,
  }),
] as const

export const zoneSelectionPage = createPageFactory(
  signedInRoute,
  '/signed-in',
)({
  path: paths.zoneSelection,
  title: t`Choose a zone`,
  aboutZones: true,
  // `zone`: selected in a picker, but its PIN is not entered yet. `next`: the page to open afterwards, instead of /dashboard.
  search: ({ zone, next }): { zone?: string; next?: string } => ({
    zone: typeof zone === 'string' ? zone : undefined,
    next: toInnerPath(next),
  }),
  load: async () => (await import('./screens/zone-selection.tsx')).ZoneSelection,
})

export const shellPages = [
  createShellPage({
    path: paths.superAdminDashboard,
    title: t`Dashboard`,
    load: async () => (await import('../features/dashboards/admin-dashboard.tsx')).AdminDashboard,
  }),
  createShellPage({
    path: paths.superAdmin,
    title: t`Dashboard`,
    load: async () => (await import('../features/dashboards/admin-dashboard.tsx')).AdminDashboard,
  }),
  createShellPage({
    path: paths.dashboard,
    title: t`Dashboard`,
    load: async () => (await import('../features/dashboards/dashboard-page.tsx')).DashboardPage,
  }),
  createShellPage({
    path: paths.users,
    title: t`Users`,
    search: parseAccountsSearch,
    keepsPlace: ['user'],
    load: async () => (await import('./screens/accounts.tsx')).Accounts,
  }),
  createShellPage({
    path: paths.imports,
    title: t`Imports`,
    load: async () => (await import('../features/imports/imports-page.tsx')).ImportsPage,
  }),
  createShellPage({
    path: paths.zones,
    title: t`Zones`,
    aboutZones: true,
    search: parseZonesSearch,
    keepsPlace: ['zone'],
    load: async () => (await import('../features/zones/zones-page.tsx')).ZonesPage,
  }),
  createShellPage({
    path: '/zones/$zoneId',
    title: t`Zone`,
    aboutZones: true,
    load: async () => (await import('./screens/zone.tsx')).ZoneById,
  }),
  createShellPage({
    path: paths.zoneRequests,
    title: t`Zone requests`,
    search: parseZoneRequestsSearch,
    keepsPlace: ['request'],
    load: async () => (await import('./screens/zone-requests.tsx')).ZoneRequests,
  }),
  createShellPage({
    path: paths.hazards,
    title: t`Notify`,
    aboutZones: true,
    search: parseHazardsSearch,
    keepsPlace: ['hazard'],
    load: async () => (await import('../features/hazards/hazards-page.tsx')).HazardsPage,
  }),
  createShellPage({
    path: paths.broadcasts,
    title: t`Broadcasts`,
    aboutZones: true,
    search: parseBroadcastsSearch,
    keepsPlace: ['broadcast', 'who', 'name', 'person'],
    load: async () => (await import('../features/broadcasts/broadcasts-page.tsx')).BroadcastsPage,
  }),
  createShellPage({
    path: paths.emergencies,
    title: t`Emergencies`,
    aboutZones: true,
    search: parseEmergenciesSearch,
    load: async () => (await import('../features/emergencies/emergencies-page.tsx')).EmergenciesPage,
  }),
  createShellPage({
    path: paths.emergencyPlan,
    title: t`Emergency plan`,
    aboutZones: true,
    load: async () => (await import('../features/emergencies/plan-page.tsx')).PlanPage,
  }),
  createShellPage({
    path: '/emergencies/$emergencyId',
    title: t`Emergency`,
    aboutZones: true,
    search: parseBoardSearch,
    keepsPlace: ['state', 'q', 'zone', 'place', 'map', 'person'],
    load: async () => (await import('./screens/emergency.tsx')).EmergencyById,
  }),
  createShellPage({
    path: paths.captain,
    title: t`Captain`,
    search: parseCaptainSearch,
    keepsPlace: ['emergency', 'tab', 'q'],
    load: async () => (await import('../features/emergencies/captains/captain-page.tsx')).CaptainPage,
  }),
  createShellPage({
    path: paths.visitors,
    title: t`Visitors`,
    aboutZones: true,
    search: parseVisitorsSearch,
    keepsPlace: ['add'],
    load: async () => (await import('../features/visitors/visitors-page.tsx')).VisitorsPage,
  }),
  createShellPage({
    path: paths.groups,
    title: t`Groups`,
    aboutZones: true,
    load: async () => (await import('../features/groups/groups-page.tsx')).GroupsPage,
  }),
  createShellPage({
    path: '/groups/$groupId',
    title: t`Group`,
    load: async () => (await import('./screens/group.tsx')).GroupById,
  }),
  createShellPage({
    path: paths.myGroups,
    title: t`My Groups`,
    aboutZones: true,
    search: parseGroupsSearch,
    keepsPlace: ['group', 'chat'],
    load: async () => (await import('../features/groups/my-groups-page.tsx')).MyGroupsPage,
  }),
  createShellPage({
    path: paths.documents,
    title: t`Documents`,
    aboutZones: true,
    search: parseDocumentsSearch,
    load: async () => (await import('../features/documents/documents-page.tsx')).DocumentsPage,
  }),
  createShellPage({
    path: paths.files,
    title: t`Files & Folders`,
    aboutZones: true,
    search: parseDocumentsSearch,
    load: async () => (await import('../features/documents/documents-page.tsx')).DocumentsPage,
  }),
  createShellPage({
    path: paths.appUserDocuments,
    title: t`Files & Folders`,
    aboutZones: true,
    search: parseDocumentsSearch,
    load: async () => (await import('../features/documents/documents-page.tsx')).DocumentsViewerPage,
  }),
  createShellPage({
    path: paths.documentsManager,
    title: t`Files & Folders`,
    aboutZones: true,
    search: parseDocumentsSearch,
    load: async () => (await import('../features/documents/documents-page.tsx')).DocumentsPage,
  }),
  createShellPage({
    path: paths.reports,
    title: t`Reports`,
    aboutZones: true,
    search: parseReportsSearch,
    keepsPlace: ['row', 'by', 'q', 'sort'],
    load: async () => (await import('./screens/reports.tsx')).Reports,
  }),
  createShellPage({
    path: paths.alerts,
    title: t`Alerts`,
    search: createSearchParser({ unread: param.flag }),
    load: async () => (await import('../features/alerts/alerts-page.tsx')).AlertsPage,
  }),
  createShellPage({
    path: paths.waiting,
    title: t`Waiting to send`,
    load: async () => (await import('../features/waiting/waiting-page.tsx')).WaitingPage,
  }),
  createShellPage({
    path: paths.zoneUsers,
    title: t`Zone Users`,
    aboutZones: true,
    search: parseZoneUsersSearch,
    keepsPlace: ['user'],
    load: async () => (await import('../features/users/zone-users-page.tsx')).ZoneUsersPage,
  }),
  createShellPage({
    path: paths.appUsers,
    title: t`App Users`,
    aboutZones: true,
    search: parseAppUsersSearch,
    keepsPlace: ['user'],
    load: async () => (await import('./screens/app-users.tsx')).AppUsers,
  }),
  createShellPage({
    path: paths.zoneMap,
    title: t`Zone map`,
    aboutZones: true,
    load: async () => (await import('../features/zones/detail/zone-map-viewer.tsx')).ZoneMapViewer,
  }),
  createShellPage({
    path: paths.insideNow,
    title: t`Inside now`,
    search: parseInsideSearch,
    keepsPlace: ['user'],
    load: async () => (await import('../features/presence/inside-now-page.tsx')).InsideNowPage,
  }),
  createShellPage({
    path: paths.badges,
    title: t`Badges`,
    aboutZones: true,
    search: parseBadgesSearch,
    keepsPlace: ['q', 'only'],
    load: async () => (await import('../features/badges/badges-page.tsx')).BadgesPage,
  }),
  createShellPage({
    path: paths.day,
    title: t`Day on the map`,
    aboutZones: true,
    search: parseDaySearch,
    replaces: true,
    load: async () => (await import('../features/days/day-page.tsx')).DayPage,
  }),
  createShellPage({
    path: paths.zoneDay,
    title: t`Visits on a day`,
    aboutZones: true,
    search: parseDaySearch,
    replaces: true,
    load: async () => (await import('../features/days/day-page.tsx')).ZoneDayPage,
  }),
  createShellPage({
    path: paths.myZones,
    title: t`Zone Presence`,
    aboutZones: true,
    search: parseOwnZonesSearch,
    keepsPlace: ['zone'],
    load: async () => (await import('../features/zones/my-zones-page.tsx')).MyZonesPage,
  }),
  createShellPage({
    path: paths.managerZones,
    title: t`My Zones`,
    aboutZones: true,
    search: parseOwnZonesSearch,
    keepsPlace: ['zone'],
    load: async () => (await import('../features/zones/managed-zones-page.tsx')).ManagedZonesPage,
  }),
  createShellPage({
    path: paths.settings,
    title: t`Settings`,
    search: parseCardSearch,
    load: async () => (await import('./screens/settings.tsx')).Settings,
  }),
  createShellPage({
    path: paths.settingsPosition,
    title: t`Settings`,
    search: parseCardSearch,
    load: async () => (await import('../features/settings/position-settings-page.tsx')).PositionSettingsPage,
  }),
  createShellPage({
    path: paths.settingsSignIn,
    title: t`Settings`,
    search: parseCardSearch,
    load: async () => (await import('../features/settings/sign-in-settings-page.tsx')).SignInSettingsPage,
  }),
  createShellPage({
    path: paths.settingsNotifications,
    title: t`Settings`,
    search: parseCardSearch,
    load: async () =>
      (await import('../features/settings/notification-settings-page.tsx')).NotificationSettingsPage,
  }),
  createShellPage({
    path: paths.settingsDevices,
    title: t`Settings`,
    search: parseCardSearch,
    load: async () => (await import('../features/settings/device-settings-page.tsx')).DeviceSettingsPage,
  }),
  createShellPage({
    path: paths.signIns,
    title: t`Sign-ins`,
    search: ({ result }): { result?: SignInResult | undefined } => ({
      result: signInResults.find(candidate => candidate === result),
    }),
    load: async () => (await import('../features/settings/sign-ins-page.tsx')).SignInsPage,
  }),
] as const

export const administrationPages = [
  createAdministrationPage({
    path: paths.organisations,
    title: t`Organisations`,
    search: parseOrganisationsSearch,
    keepsPlace: ['organisation'],
    load: async () => (await import('../features/organisations/organisations-page.tsx')).OrganisationsPage,
  }),
  createAdministrationPage({
    path: paths.webhooks,
    title: t`Webhooks`,
    load: async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage,
  }),
  createAdministrationPage({
    path: paths.security,
    title: t`Security`,
    search: parseSecuritySearch,
    keepsPlace: 'always',
    load: async () => (await import('../features/security/security-page.tsx')).SecurityPage,
  }),
  createAdministrationPage({
    path: paths.mapSettings,
    title: t`Map settings`,
    load: async () => (await import('../features/maps/map-settings-page.tsx')).MapSettingsPage,
  }),
  createAdministrationPage({
    path: paths.backups,
    title: t`Backups`,
    load: async () => (await import('../features/backups/backups-page.tsx')).BackupsPage,
  }),
  createAdministrationPage({
    path: paths.systemStatus,
    title: t`System Status`,
    load: async () => (await import('../features/dashboards/system-status-page.tsx')).SystemStatusPage,
  }),
] as const
