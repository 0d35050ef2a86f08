import { getRouteApi } from '@tanstack/react-router'
import { ZoneUsersPage } from '../../features/users/zone-users-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zone-manager')

export function ZoneUsers() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return <ZoneUsersPage q={q} onSearch={text => void navigate({ search: { q: text }, replace: true })} />
}
