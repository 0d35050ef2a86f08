import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'

/** Milliseconds after which a page of many zones, which does not follow the feed of each, reads the numbers again. */
const refetchMs = 30_000

type ZoneCount = { readonly people: number; readonly unseen: number }
type Answer = { readonly zones: readonly (ZoneCount & { readonly zoneId: string })[] }
const nobody: ZoneCount = { people: 0, unseen: 0 }
const none: ReadonlyMap<string, ZoneCount> = new Map()
const toIndex = ({ zones }: Answer): ReadonlyMap<string, ZoneCount> =>
  new Map(zones.map(it => [it.zoneId, it]))
const indexes = new WeakMap<Answer, ReadonlyMap<string, ZoneCount>>()
function readIndex(answer: Answer) {
  const index = indexes.get(answer) ?? toIndex(answer)
  indexes.set(answer, index)
  return index
}

/** Only zones where the viewer may see who is inside. `failed`: the numbers could not be read, or not lately. */
export function useBadgesByZone() {
  const { data, isError, isPending } = useQuery(orpc.badges.zoneCounts.queryOptions())
  const counts = data ? readIndex(data) : none
  return {
    find: (zoneId: string): ZoneCount => counts.get(zoneId) ?? nobody,
    counts,
    failed: isError,
    isPending,
  }
}

/** Keeps these numbers up to date on a page of many zones. Once for the page, because each card has its own observer. */
export function useBadgesPolling() {
  const { refetch } = useQuery(orpc.badges.zoneCounts.queryOptions())
  useRefetchInterval(refetch, { everyMs: refetchMs })
}

type Occupied = {
  readonly id: string
  readonly currentOccupancy: number
  readonly unseenOccupancy: number
}

/** Adds the people who are inside by badge to those who are inside by phone, whom a zone's occupancy counts. */
export function useOccupancy({ id, currentOccupancy, unseenOccupancy }: Occupied) {
  const { find, failed, isPending } = useBadgesByZone()
  const byBadge = find(id)
  return {
    inside: currentOccupancy + byBadge.people,
    unseen: Math.min(unseenOccupancy, currentOccupancy) + byBadge.unseen,
    byBadge: byBadge.people,
    /** How many of those by badge came in too long ago to be certain. */
    unseenByBadge: byBadge.unseen,
    failed,
    isPending,
  }
}
