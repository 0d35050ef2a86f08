import { getRouteApi } from '@tanstack/react-router'
import { ZonesPage } from '../../features/zones/zones-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/zones')

export function Zones() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return <ZonesPage search={search} onSearch={changeSearch(navigate, ['zone'])} />
}
