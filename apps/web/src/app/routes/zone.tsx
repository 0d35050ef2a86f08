import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const zoneRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: '/zones/$zoneId',
  component: () => <NotAvailable title="Zone" />,
})
