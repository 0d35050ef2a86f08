import type { ShownMap } from '@muster/contract/maps.ts'
import { everyoneTopic } from '@muster/contract/topic.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../lib/api.ts'
import { useFeedTopic } from '../live/use-feed.ts'

const fallbackMap: ShownMap = {
  base: { kind: 'built_in' },
  googleOrigin: '',
  openFreeMapOrigin: '',
  fetcher: '',
}

/**
 * Returns the base map of this installation, updated as soon as a super admin changes it. Returns undefined while loading, and the
 * built-in map if loading fails, because there must be a map.
 */
export function useBaseMap(enabled: boolean): ShownMap | undefined {
  useFeedTopic(enabled ? everyoneTopic : undefined)
  const { data, isError } = useQuery({ ...orpc.maps.base.queryOptions(), enabled })
  return data ?? (isError ? fallbackMap : undefined)
}
