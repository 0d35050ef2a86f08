import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const mapSettingsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.mapSettings,
  component: lazyScreen(() => import('../screens/map-settings.tsx'), 'MapSettings'),
})
