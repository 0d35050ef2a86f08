import { getRouteApi } from '@tanstack/react-router'
import { DayPage } from '../../features/days/day-page.tsx'

const route = getRouteApi('/signed-in/in-shell/day')

export function DayOnMap() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <DayPage
      search={search}
      onSearch={changes => void navigate({ search: before => ({ ...before, ...changes }), replace: true })}
    />
  )
}
