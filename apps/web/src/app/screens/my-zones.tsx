import { getRouteApi } from '@tanstack/react-router'
import { MyZonesPage } from '../../features/zones/my-zones-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/my-zones')

export function MyZones() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return <MyZonesPage search={search} onSearch={changeSearch(navigate, ['zone'])} />
}
