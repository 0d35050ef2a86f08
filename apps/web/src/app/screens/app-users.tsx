import { getRouteApi } from '@tanstack/react-router'
import { MapBeside, MapToggle } from '../../features/presence/public.ts'
import { AppUsersPage } from '../../features/users/app-users-page.tsx'

const route = getRouteApi('/signed-in/in-shell/zone-app-users')

export function AppUsers() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AppUsersPage
      MapBeside={MapBeside}
      MapToggle={MapToggle}
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
