import { can } from '@muster/domain/permission.ts'
import { getRouteApi } from '@tanstack/react-router'
import { AccountsPage } from '../../features/accounts/accounts-page.tsx'
import { TeamPage } from '../../features/users/team-page.tsx'
import { useMe } from '../../lib/session/use-session.ts'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/users')

/** Accounts for those who look after all of them, the people of the zone for the others. */
export function Accounts() {
  const { profile } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const Shown = can(profile.role, 'edit_users') ? AccountsPage : TeamPage
  return <Shown search={search} onSearch={changeSearch(navigate, ['user'])} />
}
