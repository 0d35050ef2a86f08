import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const mapSettingsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.mapSettings,
  component: lazyScreen(() => import('../screens/map-settings.tsx'), 'MapSettings'),
})
