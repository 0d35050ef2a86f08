import { getRouteApi } from '@tanstack/react-router'
import { DayPage } from '../../features/days/day-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/day')

export function DayOnMap() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = changeSearch(navigate, [])
  return <DayPage search={search} onSearch={changes => change(changes, { replace: true })} />
}
