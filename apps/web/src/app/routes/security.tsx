import { createRoute } from '@tanstack/react-router'
import { SecurityPage } from '../../features/security/security-page.tsx'
import { securitySearchOf } from '../../features/security/security-search.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `section`: which part is open; the filters of the events; `event`, `notice`: whose details are open. */
export const securityRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.security,
  validateSearch: securitySearchOf,
  component: Security,
})

function Security() {
  const search = securityRoute.useSearch()
  const navigate = securityRoute.useNavigate()
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
