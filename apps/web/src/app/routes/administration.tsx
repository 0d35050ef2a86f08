import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** Pages that administer the installation, each a tab. */
export const administrationRoute = createRoute({
  getParentRoute: () => inShellRoute,
  id: 'administration',
  component: lazyScreen(() => import('../shell/administration.tsx'), 'Administration'),
})
