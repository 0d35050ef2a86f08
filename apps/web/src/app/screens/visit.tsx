import { getRouteApi, useRouter } from '@tanstack/react-router'
import { PosterScreen } from '../../features/visitors/visiting/poster-screen.tsx'
import { toVisitPath } from '../../lib/paths.ts'

const route = getRouteApi('/visit/$token')

export function Visit() {
  const { token } = route.useParams()
  const router = useRouter()
  return (
    <PosterScreen
      key={token}
      token={token}
      // Back must not return to the form.
      onVisit={visitToken => router.history.replace(toVisitPath(visitToken))}
    />
  )
}
