const headerTitles: Record<string, string> = {
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
  // Not in the specification, which has no such page.
  '/security': 'Security',
}

/** The title in the header, exactly as the specification lists it: anything not listed is 'Page'. */
export function headerTitle(pathname: string): string {
  return headerTitles[pathname] ?? 'Page'
}

const tabTitles: Record<string, string> = {
  ...headerTitles,
  '/login': 'Sign in',
  '/signup': 'Sign up',
  '/forgot-password': 'Forgot Password',
  '/reset-password': 'New password',
  '/confirm-email': 'Confirm your email',
  '/super-admin': 'Dashboard',
  '/super-admin-dashboard': 'Dashboard',
  '/alerts': 'Alerts',
  '/my-groups': 'My Groups',
  '/zone-manager': 'Zone Users',
  '/zone-app-users': 'App Users',
  '/zone-manager-zones': 'My Zones',
  '/zone-selection': 'Choose a zone',
  '/zone-selector': 'Zone map',
}

/** The title of the browser's tab. */
export function tabTitle(pathname: string): string {
  const title = tabTitles[pathname]
  return title ? `${title} · Muster` : 'Muster'
}
