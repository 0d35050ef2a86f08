import { limits } from '@muster/domain/limits.ts'
import { createRootRoute, Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { useFocusHeading } from '../use-focus-heading.ts'

/** A failure told away from the zone screens stays until it is read. */
const toastRemovalMs = 1_000_000

/** Above every page. An unknown address goes to /login. */
export const rootRoute = createRootRoute({
  component: Root,
  // Until the first page is there: the frame of index.html stood before.
  pendingComponent: LoadingScreen,
  notFoundComponent: () => <Navigate to={paths.login} search={{}} replace />,
})

function Root() {
  const pathname = useLocation({ select: location => location.pathname })
  const title = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  const aboutZones = useMatches({ select: matches => matches.at(-1)?.staticData.aboutZones })
  useFocusHeading()
  // Before the effects of the header, which knows what the person's role calls the page.
  useLayoutEffect(() => {
    document.title = title ? `${title} · Muster` : 'Muster'
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other address is another page.
  useEffect(() => {
    notify.turnPage({ failuresMs: aboutZones ? limits.zoneToastMs : toastRemovalMs })
  }, [pathname, aboutZones])
  return <Outlet />
}
