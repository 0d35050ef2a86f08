import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const appUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.appUsers,
  component: () => <NotAvailable title="App Users" />,
})
