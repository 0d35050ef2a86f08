import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useFeedTopic } from '../../live/use-feed.ts'

/** The members of a zone, live. Nothing is asked without a zone or the right to see them. */
export function useZoneUsers(zoneId: string | undefined, enabled: boolean) {
  useFeedTopic(zoneId && enabled ? `zone:${zoneId}` : undefined)
  return useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: enabled && zoneId !== undefined,
  })
}
