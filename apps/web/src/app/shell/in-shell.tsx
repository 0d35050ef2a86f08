import { Outlet } from '@tanstack/react-router'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ZoneGuard } from '../guards.tsx'
import { Shell } from './shell.tsx'

/** The shell with the page in it. A page that crashes leaves the navigation intact. */
export function InShell() {
  return (
    <Shell>
      <ErrorBoundary>
        <ZoneGuard>
          <Outlet />
        </ZoneGuard>
      </ErrorBoundary>
    </Shell>
  )
}
