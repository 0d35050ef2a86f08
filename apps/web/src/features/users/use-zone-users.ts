import { zoneTopic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import { useFeedTopic } from '../../live/use-feed.ts'

/**
 * The members of a zone, live. Nothing is asked without a zone or the right to see them. `renewPictures` is for a picture
 * that does not load: the list brings new links, and is asked at most once in the time they live.
 */
export function useZoneUsers(zoneId: string | undefined, enabled: boolean) {
  useFeedTopic(zoneId && enabled ? zoneTopic(zoneId) : undefined)
  const query = useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: enabled && zoneId !== undefined,
  })
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const { refetch } = query
  const renewPictures = useCallback(() => {
    if (Date.now() - renewedAt.current < limits.signedLinkMs) return
    renewedAt.current = Date.now()
    void refetch({ cancelRefetch: false })
  }, [refetch])
  return { query, renewPictures }
}
