import { getRouteApi } from '@tanstack/react-router'
import { BoardPage } from '../../features/emergencies/board-page.tsx'
import type { BoardProps } from '../../features/emergencies/emergencies-search.ts'

const route = getRouteApi('/signed-in/in-shell/emergencies/$emergencyId')

export function EmergencyById(address: BoardProps) {
  const { emergencyId } = route.useParams()
  return <BoardPage key={emergencyId} emergencyId={emergencyId} {...address} />
}
