import { useRouter } from '@tanstack/react-router'
import { JoinScreen } from '../../features/auth/join-screen.tsx'
import { paths } from '../../lib/paths.ts'

export function Join({ search: { invitation } }: { search: { invitation?: string } }) {
  const router = useRouter()
  return (
    <JoinScreen
      token={invitation}
      // The zone is offered for entry. Back must not return to an invitation that has been used.
      onJoined={zoneId => router.history.replace(`${paths.zoneSelection}?zone=${zoneId}`)}
    />
  )
}
