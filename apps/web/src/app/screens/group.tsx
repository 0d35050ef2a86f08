import { getRouteApi } from '@tanstack/react-router'
import { GroupPage } from '../../features/groups/group-page.tsx'

const route = getRouteApi('/signed-in/in-shell/groups/$groupId')

export function GroupById() {
  const { groupId } = route.useParams()
  return <GroupPage key={groupId} groupId={groupId} />
}
