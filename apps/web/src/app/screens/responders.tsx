import { getRouteApi } from '@tanstack/react-router'
import { RespondersScreen } from '../../features/emergencies/responders/responders-screen.tsx'

const route = getRouteApi('/responders/$token')

export function Responders() {
  const { token } = route.useParams()
  return <RespondersScreen key={token} token={token} />
}
