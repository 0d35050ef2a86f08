import { createRoute } from '@tanstack/react-router'
import type { InsideSearch } from '../../features/presence/inside-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone`: the one an internal admin looks at. `q`: names searched for. `only`: the filter of zones. */
export const insideNowRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.insideNow,
  validateSearch: ({ zone, q, only }): InsideSearch => ({
    zone: typeof zone === 'string' && zone !== '' ? zone : undefined,
    q: typeof q === 'string' && q !== '' ? q : undefined,
    only: only === 'over' || only === 'unseen' ? only : undefined,
  }),
  component: lazyScreen(() => import('../screens/inside-now.tsx'), 'InsideNow'),
})
