import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.settings,
  component: () => <NotAvailable title="Settings" />,
})
