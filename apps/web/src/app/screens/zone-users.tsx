import { getRouteApi } from '@tanstack/react-router'
import { ZoneUsersPage } from '../../features/users/zone-users-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zone-manager')

export function ZoneUsers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ZoneUsersPage
      search={search}
      onSearch={(changes, options) =>
        void navigate({
          search: { ...search, ...changes },
          replace: options?.replace,
          // Details come and go beside the place in the list; another search begins at the top.
          resetScroll: !('user' in changes),
        })
      }
    />
  )
}
