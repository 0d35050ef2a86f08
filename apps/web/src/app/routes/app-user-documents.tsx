import { createRoute } from '@tanstack/react-router'
import { notAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const appUserDocumentsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.appUserDocuments,
  component: notAvailable('Files & Folders'),
})
