import { getRouteApi } from '@tanstack/react-router'
import { ZonePage } from '../../features/zones/detail/zone-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zones/$zoneId')

export function ZoneById() {
  const { zoneId } = route.useParams()
  return <ZonePage key={zoneId} zoneId={zoneId} />
}
