import { getRouteApi } from '@tanstack/react-router'
import { ZoneDayPage } from '../../features/days/zone-day-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/zone-day')

export function ZoneDayScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = changeSearch(navigate, [])
  return <ZoneDayPage search={search} onSearch={changes => change(changes, { replace: true })} />
}
