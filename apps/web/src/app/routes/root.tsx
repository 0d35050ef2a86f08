import { createRootRoute, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { tabTitle } from '../page-titles.ts'
import { useFocusHeading } from '../use-focus-heading.ts'
import { failureNoticeMs } from '../zone-screens.ts'

/** Above every page. An unknown address goes to /login. */
export const rootRoute = createRootRoute({
  component: Root,
  // Until the first page is there: the frame of index.html stood before.
  pendingComponent: LoadingScreen,
  notFoundComponent: () => <Navigate to={paths.login} search={{}} replace />,
})

function Root() {
  const pathname = useLocation({ select: location => location.pathname })
  useFocusHeading()
  useEffect(() => {
    document.title = tabTitle(pathname)
    notify.turnPage({ failuresMs: failureNoticeMs(pathname) })
  }, [pathname])
  return <Outlet />
}
