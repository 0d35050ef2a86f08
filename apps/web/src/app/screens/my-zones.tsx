import { getRouteApi } from '@tanstack/react-router'
import { MyZonesPage } from '../../features/zones/my-zones-page.tsx'

const route = getRouteApi('/signed-in/in-shell/my-zones')

export function MyZones() {
  const { zone } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <MyZonesPage
      openId={zone}
      onOpen={(id, options) =>
        // Opening details must not jump to the top.
        void navigate({ search: { zone: id }, replace: options?.replace, resetScroll: false })
      }
    />
  )
}
