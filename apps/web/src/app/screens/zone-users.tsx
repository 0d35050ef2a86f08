import { getRouteApi } from '@tanstack/react-router'
import { ZoneUsersPage } from '../../features/users/zone-users-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/zone-manager')

export function ZoneUsers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return <ZoneUsersPage search={search} onSearch={changeSearch(navigate, ['user'])} />
}
