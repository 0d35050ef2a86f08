import { getRouteApi } from '@tanstack/react-router'
import { ManagedZonesPage } from '../../features/zones/managed-zones-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zone-manager-zones')

export function ManagedZones() {
  const { zone } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ManagedZonesPage
      openId={zone}
      onOpen={(id, options) =>
        // Opening details must not jump to the top.
        void navigate({ search: { zone: id }, replace: options?.replace, resetScroll: false })
      }
    />
  )
}
