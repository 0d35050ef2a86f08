import { getRouteApi } from '@tanstack/react-router'
import { SecurityPage } from '../../features/security/security-page.tsx'
import { changeSearch } from './change-search.ts'

const route = getRouteApi('/signed-in/in-shell/security')

export function Security() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Opening details or a filter must not jump to the top.
  return <SecurityPage search={search} onSearch={changeSearch(navigate, 'always')} />
}
