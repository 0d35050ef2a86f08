import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { notAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const documentsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.documents,
  component: notAvailable('Files & Folders'),
})
