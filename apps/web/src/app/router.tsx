import { createHashHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorScreen } from '../ui/states/error-screen.tsx'
import { PageSkeleton } from '../ui/states/page-skeleton.tsx'
import { unseenMs } from '../ui/time/use-after.ts'
import { NotLoaded } from './lazy-screen.ts'
import { PageNotLoaded } from './page-not-loaded.tsx'
import { alertsRoute } from './routes/alerts.tsx'
import { appUserDocumentsRoute } from './routes/app-user-documents.tsx'
import { broadcastsRoute } from './routes/broadcasts.tsx'
import { confirmEmailRoute } from './routes/confirm-email.tsx'
import { confirmEmailChangeRoute } from './routes/confirm-email-change.tsx'
import { dashboardRoute } from './routes/dashboard.tsx'
import { dayRoute } from './routes/day.tsx'
import { documentsRoute } from './routes/documents.tsx'
import { documentsManagerRoute } from './routes/documents-manager.tsx'
import { filesRoute } from './routes/files.tsx'
import { forgotPasswordRoute } from './routes/forgot-password.tsx'
import { groupRoute } from './routes/group.tsx'
import { groupsRoute } from './routes/groups.tsx'
import { guestRoute } from './routes/guest.tsx'
import { hazardsRoute } from './routes/hazards.tsx'
import { homeRoute } from './routes/home.tsx'
import { inShellRoute } from './routes/in-shell.tsx'
import { insideNowRoute } from './routes/inside-now.tsx'
import { loginRoute } from './routes/login.tsx'
import { mapSettingsRoute } from './routes/map-settings.tsx'
import { myGroupsRoute } from './routes/my-groups.tsx'
import { myZonesRoute } from './routes/my-zones.tsx'
import { resetPasswordRoute } from './routes/reset-password.tsx'
import { rootRoute } from './routes/root.tsx'
import { securityRoute } from './routes/security.tsx'
import { settingsRoute } from './routes/settings.tsx'
import { signUpRoute } from './routes/sign-up.tsx'
import { signedInRoute } from './routes/signed-in.tsx'
import { singleSignOnRoute } from './routes/single-sign-on.tsx'
import { superAdminRoute } from './routes/super-admin.tsx'
import { superAdminDashboardRoute } from './routes/super-admin-dashboard.tsx'
import { undoEmailChangeRoute } from './routes/undo-email-change.tsx'
import { usersRoute } from './routes/users.tsx'
import { zoneRoute } from './routes/zone.tsx'
import { appUsersRoute } from './routes/zone-app-users.tsx'
import { zoneDayRoute } from './routes/zone-day.tsx'
import { zoneUsersRoute } from './routes/zone-manager.tsx'
import { managerZonesRoute } from './routes/zone-manager-zones.tsx'
import { zoneSelectionRoute } from './routes/zone-selection.tsx'
import { zoneMapRoute } from './routes/zone-selector.tsx'
import { zonesRoute } from './routes/zones.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  guestRoute.addChildren([loginRoute, signUpRoute]),
  // The links of mails, which may be opened in a browser where somebody is signed in.
  forgotPasswordRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  confirmEmailChangeRoute,
  undoEmailChangeRoute,
  // The way back from the provider.
  singleSignOnRoute,
  signedInRoute.addChildren([
    zoneSelectionRoute,
    inShellRoute.addChildren([
      superAdminDashboardRoute,
      superAdminRoute,
      dashboardRoute,
      usersRoute,
      zonesRoute,
      zoneRoute,
      hazardsRoute,
      broadcastsRoute,
      groupsRoute,
      groupRoute,
      myGroupsRoute,
      documentsRoute,
      filesRoute,
      appUserDocumentsRoute,
      documentsManagerRoute,
      zoneUsersRoute,
      appUsersRoute,
      zoneMapRoute,
      insideNowRoute,
      dayRoute,
      zoneDayRoute,
      myZonesRoute,
      managerZonesRoute,
      settingsRoute,
      securityRoute,
      mapSettingsRoute,
      alertsRoute,
    ]),
  ]),
])

/** The router over all pages. The address is the hash; tests pass a history of their own. */
export function createAppRouter(history: RouterHistory = createHashHistory()) {
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // The page that is left stays until the next one is there; only a slow one gets a skeleton, and then no flash of it.
    defaultPendingMs: unseenMs,
    defaultPendingMinMs: unseenMs,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => {
      const goHome = () => {
        history.push('/')
        reset()
      }
      if (error instanceof NotLoaded) return <PageNotLoaded error={error} onReset={reset} onGoHome={goHome} />
      return <ErrorScreen onTryAgain={reset} onGoHome={goHome} />
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Opened the app or signed in, and is on the way to where they work. */
    arriving?: boolean
  }
}
