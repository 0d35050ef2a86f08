import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { signedInRoute } from './signed-in.tsx'

export const inShellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'in-shell',
  component: lazyScreen(() => import('../shell/in-shell.tsx'), 'InShell'),
})
