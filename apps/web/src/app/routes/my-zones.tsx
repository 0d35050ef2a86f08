import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const myZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.myZones,
  component: () => <NotAvailable title="Zone Presence" />,
})
