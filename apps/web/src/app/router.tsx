import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorScreen } from '../ui/states/error-screen.tsx'
import { PageSkeleton } from '../ui/states/page-skeleton.tsx'
import { loadingDelayMs } from '../ui/time/use-after.ts'
import { createAppHistory } from './app-history.ts'
import { ScreenNotLoadedError } from './lazy-screen.ts'
import { PageNotLoaded } from './page-not-loaded.tsx'
import { administrationPages, guestPages, publicPages, shellPages, zoneSelectionPage } from './pages.tsx'
import { administrationRoute } from './routes/administration.tsx'
import { guestRoute } from './routes/guest.tsx'
import { homeRoute } from './routes/home.tsx'
import { inShellRoute } from './routes/in-shell.tsx'
import { rootRoute } from './routes/root.tsx'
import { signedInRoute } from './routes/signed-in.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  guestRoute.addChildren(guestPages),
  ...publicPages,
  signedInRoute.addChildren([
    zoneSelectionPage,
    inShellRoute.addChildren([...shellPages, administrationRoute.addChildren(administrationPages)]),
  ]),
])

/** Creates the router with all pages. The app's URLs are in the hash; tests pass their own history. */
export function createAppRouter(history: RouterHistory = createAppHistory()) {
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // The current page stays until the next one is ready. Only a slow page shows a skeleton, and for long enough that it does not
    // flash.
    defaultPendingMs: loadingDelayMs,
    defaultPendingMinMs: loadingDelayMs,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => {
      const goHome = () => {
        history.push('/')
        reset()
      }
      if (error instanceof ScreenNotLoadedError)
        return (
          <PageNotLoaded
            error={error}
            onReset={reset}
            onGoHome={goHome}
            onReload={() => window.location.reload()}
          />
        )
      return <ErrorScreen onTryAgain={reset} onGoHome={goHome} />
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** True if the person has just opened the app or signed in, and is being redirected to their landing page. */
    arriving?: boolean
    /** True for a second entry of the first page, which Back consumes while an overlay is open. */
    overlaid?: boolean
    /** True for a conversation that was opened from the list of groups. */
    isFromGroups?: boolean
  }
}
