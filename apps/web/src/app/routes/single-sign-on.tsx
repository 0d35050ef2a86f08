import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { rootRoute } from './root.tsx'

/** The router makes numbers of what looks like one. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const singleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.singleSignOn,
  validateSearch: (search): { state: string; code: string } => ({
    state: textOf(search.state),
    code: textOf(search.code),
  }),
  component: lazyScreen(() => import('../screens/single-sign-on.tsx'), 'SingleSignOn'),
})
