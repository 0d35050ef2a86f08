import { getRouteApi } from '@tanstack/react-router'
import { SecurityPage } from '../../features/security/security-page.tsx'

const route = getRouteApi('/signed-in/in-shell/security')

export function Security() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SecurityPage
      search={search}
      onSearch={(changes, options) =>
        void navigate({
          search: before => ({ ...before, ...changes }),
          replace: options?.replace,
          // Opening details or a filter must not jump to the top.
          resetScroll: false,
        })
      }
    />
  )
}
