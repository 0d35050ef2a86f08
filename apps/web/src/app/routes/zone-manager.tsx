import { createRoute } from '@tanstack/react-router'
import { ZoneUsersPage } from '../../features/users/zone-users-page.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const zoneUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneUsers,
  validateSearch: (search): { q?: string } => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
  }),
  component: ZoneUsers,
})

function ZoneUsers() {
  const { q } = zoneUsersRoute.useSearch()
  const navigate = zoneUsersRoute.useNavigate()
  return <ZoneUsersPage q={q} onSearch={text => void navigate({ search: { q: text }, replace: true })} />
}
