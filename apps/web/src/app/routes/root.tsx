import { limits } from '@muster/domain/limits.ts'
import { createRootRoute, Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { useFocusHeading } from '../use-focus-heading.ts'

/** Duration in milliseconds of failure toasts on screens that are not about zones; in effect, until they are dismissed. */
const toastRemovalMs = 1_000_000

/** The root of every page. An unknown path redirects to /login. */
export const rootRoute = createRootRoute({
  component: Root,
  // Shown until the first page is ready. Before that, the browser shows the app shell of index.html.
  pendingComponent: LoadingScreen,
  notFoundComponent: () => <Navigate to={paths.login} search={{}} replace />,
})

function Root() {
  const pathname = useLocation({ select: location => location.pathname })
  const title = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  const isAboutZones = useMatches({ select: matches => matches.at(-1)?.staticData.aboutZones })
  useFocusHeading()
  // Must run before the header's effect, which knows the title for the person's role.
  useLayoutEffect(() => {
    document.title = title ? `${title} · Muster` : 'Muster'
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other address is another page.
  useEffect(() => {
    notify.turnPage({ failuresMs: isAboutZones ? limits.zoneToastMs : toastRemovalMs })
  }, [pathname, isAboutZones])
  return <Outlet />
}
