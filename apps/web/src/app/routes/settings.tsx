import { createRoute, useRouter } from '@tanstack/react-router'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.settings,
  component: Settings,
})

function Settings() {
  const router = useRouter()
  return <SettingsPage onDeleted={() => void router.navigate({ to: paths.login, search: {} })} />
}
