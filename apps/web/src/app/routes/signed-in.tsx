import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { rootRoute } from './root.tsx'

/** Pages for signed-in people, with or without the shell around them. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyScreen(() => import('../signed-in.tsx'), 'SignedIn'),
})
