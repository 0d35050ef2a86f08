import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.settings,
  component: lazyScreen(() => import('../screens/settings.tsx'), 'Settings'),
})
