import type { MyZone } from '@muster/contract/zones.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../api.ts'
import { cursorPaging } from '../use-pages.ts'
import { findOwnZone } from './own-zones.ts'

/** Returns one of the person's zones that is not in the first response. Sends no request without an id. */
export function useUnlistedZone(zoneId: string | undefined) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...orpc.zones.available.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, cursor }),
      ...cursorPaging,
    }),
    enabled: zoneId !== undefined,
    // A zone chosen from a list is already in the cache.
    placeholderData: () => {
      const zone = zoneId === undefined ? undefined : findOwnZone(client, zoneId)
      return zone && { pages: [{ rows: [zone], next: null }], pageParams: [undefined] }
    },
  })
  const zone: MyZone | undefined = zoneId === undefined ? undefined : query.data?.pages[0]?.rows[0]
  return {
    zone,
    loading: zoneId !== undefined && query.isPending,
    failed: zoneId !== undefined && query.isError && !query.data,
    error: query.error,
    asking: query.isFetching,
    retry: () => void query.refetch(),
  }
}
