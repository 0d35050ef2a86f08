import type { MyZone } from '@muster/contract/zones.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../api.ts'
import { byCursor } from '../use-pages.ts'
import { ownZoneIn } from './own-zones.ts'

/** One of one's own zones that the first answer does not hold, or nothing while none is named. */
export function useZoneBeyond(zoneId: string | undefined) {
  const client = useQueryClient()
  const asked = useInfiniteQuery({
    ...orpc.zones.available.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, cursor }),
      ...byCursor,
    }),
    enabled: zoneId !== undefined,
    // Chosen out of a list, it is at hand.
    placeholderData: () => {
      const zone = zoneId === undefined ? undefined : ownZoneIn(client, zoneId)
      return zone && { pages: [{ rows: [zone], next: null }], pageParams: [undefined] }
    },
  })
  const zone: MyZone | undefined = zoneId === undefined ? undefined : asked.data?.pages[0]?.rows[0]
  return {
    zone,
    loading: zoneId !== undefined && asked.isPending,
    failed: zoneId !== undefined && asked.isError && !asked.data,
    asking: asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
