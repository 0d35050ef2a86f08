import { createRoute } from '@tanstack/react-router'
import { daySearchOf } from '../../features/days/day-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone` and `user`: whose day and where; `date`: which, today without it. */
export const dayRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.day,
  validateSearch: daySearchOf,
  component: lazyScreen(() => import('../screens/day.tsx'), 'DayOnMap'),
})
