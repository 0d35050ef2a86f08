import { getRouteApi } from '@tanstack/react-router'
import { OwnVisitScreen } from '../../features/visitors/visiting/own-visit-screen.tsx'

const route = getRouteApi('/visiting/$token')

export function OwnVisit() {
  const { token } = route.useParams()
  return <OwnVisitScreen key={token} token={token} />
}
