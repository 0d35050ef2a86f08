import { getRouteApi } from '@tanstack/react-router'
import { ZonesPage } from '../../features/zones/zones-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zones')

export function Zones() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ZonesPage
      search={search}
      onSearch={(changes, options) =>
        void navigate({
          search: { ...search, ...changes },
          replace: options?.replace,
          // Details come and go beside the place in the list; another search begins at the top.
          resetScroll: !('zone' in changes),
        })
      }
    />
  )
}
