import { getRouteApi } from '@tanstack/react-router'
import { InsideNowPage } from '../../features/presence/inside-now-page.tsx'

const route = getRouteApi('/signed-in/in-shell/inside-now')

export function InsideNow() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return <InsideNowPage q={q} onSearch={text => void navigate({ search: { q: text }, replace: true })} />
}
