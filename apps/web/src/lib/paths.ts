/** All paths of the app without parameters: the part after `#`. */
export const paths = {
  login: '/login',
  signUp: '/signup',
  join: '/join',
  kiosk: '/kiosk',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  confirmEmailChange: '/confirm-email-change',
  undoEmailChange: '/undo-email-change',
  singleSignOn: '/single-sign-on',
  superAdminDashboard: '/super-admin-dashboard',
  superAdmin: '/super-admin',
  dashboard: '/dashboard',
  users: '/users',
  imports: '/imports',
  zones: '/zones',
  hazards: '/hazards',
  broadcasts: '/broadcasts',
  emergencies: '/emergencies',
  emergencyPlan: '/emergencies/plan',
  captain: '/captain',
  groups: '/groups',
  myGroups: '/my-groups',
  documents: '/documents',
  files: '/files',
  appUserDocuments: '/app-user-documents',
  documentsManager: '/documents-manager',
  zoneUsers: '/zone-manager',
  appUsers: '/zone-app-users',
  insideNow: '/inside-now',
  visitors: '/visitors',
  badges: '/badges',
  day: '/day',
  zoneDay: '/zone-day',
  zoneMap: '/zone-selector',
  zoneSelection: '/zone-selection',
  myZones: '/my-zones',
  managerZones: '/zone-manager-zones',
  settings: '/settings',
  settingsPosition: '/settings/position',
  settingsSignIn: '/settings/sign-in',
  settingsNotifications: '/settings/notifications',
  settingsDevices: '/settings/devices',
  webhooks: '/webhooks',
  signIns: '/sign-ins',
  alerts: '/alerts',
  waiting: '/waiting',
  reports: '/reports',
  organisations: '/organisations',
  zoneRequests: '/zone-requests',
  security: '/security',
  mapSettings: '/map-settings',
  backups: '/super-admin/backups',
  systemStatus: '/system-status',
} as const

/** The pages of the settings, in the order of their links. */
export const settingsPaths = [
  paths.settings,
  paths.settingsPosition,
  paths.settingsSignIn,
  paths.settingsNotifications,
  paths.settingsDevices,
] as const
export type SettingsPath = (typeof settingsPaths)[number]

/** The page that the poster of a zone opens on a visitor’s phone, and the page of a visit. */
export const toPosterPath = (posterToken: string) => `/visit/${posterToken}`
export const toVisitPath = (visitToken: string) => `/visiting/${visitToken}`

export type AppPath = (typeof paths)[keyof typeof paths]

/**
 * Validates a path from outside (a search parameter). Returns undefined if it leads out of the app, or to the start, sign-in or
 * sign-up page.
 */
export function toInnerPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return undefined
  if (/^\/(login|signup)?([?#]|$)/.test(value)) return undefined
  return value
}
