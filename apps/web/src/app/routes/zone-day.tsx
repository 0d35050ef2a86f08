import { createRoute } from '@tanstack/react-router'
import { daySearchOf } from '../../features/days/day-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone`: which, the selected one without it; `date`: which day, today without it. */
export const zoneDayRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneDay,
  validateSearch: daySearchOf,
  component: lazyScreen(() => import('../screens/zone-day.tsx'), 'ZoneDayScreen'),
})
