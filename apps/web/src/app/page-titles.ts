/** What the specification lists, and after it the pages it names elsewhere, or which it does not have. */
const titles: Record<string, string> = {
  '/': 'Dashboard',
  '/dashboard': 'Dashboard',
  '/zones': 'Zones',
  '/my-zones': 'Zone Presence',
  '/users': 'Users',
  '/hazards': 'Notify',
  '/broadcasts': 'Broadcasts',
  '/reports': 'Reports',
  '/files': 'Files & Folders',
  '/documents': 'Documents',
  '/groups': 'Groups',
  '/settings': 'Settings',
  '/security': 'Security',
  '/map-settings': 'Map settings',
  '/super-admin': 'Dashboard',
  '/super-admin-dashboard': 'Dashboard',
  '/alerts': 'Alerts',
  '/my-groups': 'My Groups',
  '/app-user-documents': 'Files & Folders',
  '/documents-manager': 'Files & Folders',
  '/zone-manager': 'Zone Users',
  '/zone-app-users': 'App Users',
  '/inside-now': 'Inside now',
  '/day': 'Day on the map',
  '/zone-day': 'Visits of a day',
  '/zone-manager-zones': 'My Zones',
  '/zone-selection': 'Choose a zone',
  '/zone-selector': 'Zone map',
  '/login': 'Sign in',
  '/signup': 'Sign up',
  '/forgot-password': 'Forgot Password',
  '/reset-password': 'New password',
  '/confirm-email': 'Confirm your email',
  '/single-sign-on': 'Signing in',
}

/** Of pages about one thing, by where their address begins. */
const titlesOfOne: Record<string, string> = { '/zones/': 'Zone', '/groups/': 'Group' }

const titleOf = (pathname: string): string | undefined =>
  titles[pathname] ?? titlesOfOne[/^\/[^/]+\//.exec(pathname)?.[0] ?? '']

/** The title in the header: 'Page' for an address that the product does not know. */
export const headerTitle = (pathname: string): string => titleOf(pathname) ?? 'Page'

/** The title of the browser's tab. */
export function tabTitle(pathname: string): string {
  const title = titleOf(pathname)
  return title ? `${title} · Muster` : 'Muster'
}
