import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const managerZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.managerZones,
  component: () => <NotAvailable title="My Zones" />,
})
