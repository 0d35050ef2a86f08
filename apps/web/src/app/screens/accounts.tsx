import { getRouteApi } from '@tanstack/react-router'
import { AccountsPage } from '../../features/accounts/accounts-page.tsx'

const route = getRouteApi('/signed-in/in-shell/users')

export function Accounts() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AccountsPage
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
