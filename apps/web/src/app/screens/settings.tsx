import { useRouter } from '@tanstack/react-router'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { paths } from '../../lib/paths.ts'

export function Settings() {
  const router = useRouter()
  return <SettingsPage onDeleted={() => void router.navigate({ to: paths.login, search: {} })} />
}
