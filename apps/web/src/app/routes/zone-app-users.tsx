import { createRoute } from '@tanstack/react-router'
import { AppUsersPage, type AppUsersSearch } from '../../features/users/app-users-page.tsx'
import { presenceFilters } from '../../features/users/zone-user-words.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`, `presence`: search and filter. `user`: whose details are open. */
export const appUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.appUsers,
  validateSearch: (search): AppUsersSearch => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    presence: presenceFilters.find(one => one === search.presence),
    user: typeof search.user === 'string' ? search.user : undefined,
  }),
  component: AppUsers,
})

function AppUsers() {
  const search = appUsersRoute.useSearch()
  const navigate = appUsersRoute.useNavigate()
  return (
    <AppUsersPage
      search={search}
      onSearch={(changes, options) =>
        void navigate({ search: { ...search, ...changes }, replace: options?.replace })
      }
    />
  )
}
