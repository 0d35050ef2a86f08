import { getRouteApi } from '@tanstack/react-router'
import { MapBeside, MapToggle } from '../../features/presence/public.ts'
import { AppUsersPage } from '../../features/users/app-users-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/zone-app-users')

export function AppUsers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AppUsersPage
      MapBeside={MapBeside}
      MapToggle={MapToggle}
      search={search}
      onSearch={changeSearch(navigate, ['user'])}
    />
  )
}
