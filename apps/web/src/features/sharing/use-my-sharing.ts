import type { Sharing } from '@muster/contract/presence-sharing.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { meQuery } from '../../lib/session/use-session.ts'
import { useAfterInstant } from '../../ui/time/use-after-instant.ts'

export type MySharing = Sharing & {
  /** True if sharing was started in this session, so that this device sends the positions. */
  isHere: boolean
}

/** Returns the person's own active sharing; undefined while it is loading or if there is none. */
export function useMySharing(): MySharing | undefined {
  const sharing = useQuery(orpc.presence.mySharing.queryOptions()).data?.sharing
  const sessionId = useQuery({ ...meQuery, enabled: false }).data?.session.id
  const hasEnded = useAfterInstant(sharing?.endsAt)
  return sharing && !hasEnded ? { ...sharing, isHere: sharing.sessionId === sessionId } : undefined
}
