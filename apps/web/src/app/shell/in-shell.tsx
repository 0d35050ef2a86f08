import { Outlet } from '@tanstack/react-router'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ZoneGuard } from '../guards.tsx'
import { Shell } from './shell.tsx'

export function InShell() {
  return (
    <Shell>
      <ShellContent />
    </Shell>
  )
}

/** The page, if it needs no zone or one is selected. A page that crashes leaves the navigation intact. */
export function ShellContent() {
  return (
    <ErrorBoundary>
      <ZoneGuard>
        <Outlet />
      </ZoneGuard>
    </ErrorBoundary>
  )
}
