import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const insideNowRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.insideNow,
  validateSearch: (search): { q?: string } => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
  }),
  component: lazyScreen(() => import('../screens/inside-now.tsx'), 'InsideNow'),
})
