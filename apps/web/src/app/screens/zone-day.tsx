import { getRouteApi } from '@tanstack/react-router'
import { ZoneDayPage } from '../../features/days/zone-day-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zone-day')

export function ZoneDayScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ZoneDayPage
      search={search}
      onSearch={changes => void navigate({ search: before => ({ ...before, ...changes }), replace: true })}
    />
  )
}
