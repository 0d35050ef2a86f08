import { getRouteApi } from '@tanstack/react-router'
import { InsideNowPage } from '../../features/presence/inside-now-page.tsx'

const route = getRouteApi('/signed-in/in-shell/inside-now')

export function InsideNow() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return <InsideNowPage search={search} onSearch={next => void navigate({ search: next, replace: true })} />
}
