import { getRouteApi } from '@tanstack/react-router'
import { ManagedZonesPage } from '../../features/zones/managed-zones-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/zone-manager-zones')

export function ManagedZones() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return <ManagedZonesPage search={search} onSearch={changeSearch(navigate, ['zone'])} />
}
