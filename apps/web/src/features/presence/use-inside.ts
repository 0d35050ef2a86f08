import type { InsidePerson, PresencePanel } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { compareInsidePeople } from './inside-list.ts'

/** Rows per page. Ten thousand at once, with two relative times each, would freeze the screen. */
const pageSize = 100
/** Minimum number of rows: if fewer remain because many people left, the next page is loaded automatically. */
const minRows = 20

function useInsideList(zoneId: string, seen: 'lately' | 'long_ago', search: string | undefined) {
  const list = usePages(orpc.presence.inside, { zoneId, seen, search, limit: pageSize })
  const { rows, readOn } = list
  useEffect(() => {
    if (rows && rows.length < minRows) readOn()
  }, [rows, readOn])
  return list
}

/** The people inside by phone. */
export function useInside({ zoneId, parts, ...panel }: PresencePanel, q: string | undefined) {
  const { byPhone: inside } = parts
  const unseen = panel.unseen - panel.unseenByBadge
  const search = useDebouncedText(q?.trim())
  const latelyList = useInsideList(zoneId, 'lately', search)
  const longAgoList = useInsideList(zoneId, 'long_ago', search)
  const now = useNow()
  // Split again by the newest readings, because a person who is no longer seen changes lists without an event.
  const [freshPeople, stalePeople] = useMemo(
    () => splitByLastSeen([...(latelyList.rows ?? []), ...(longAgoList.rows ?? [])], now),
    [latelyList.rows, longAgoList.rows, now],
  )
  const isFullyLoaded = !search && latelyList.complete && longAgoList.complete
  // The server counts once a minute; if everybody is loaded, the count here is more accurate.
  const unseenCount = isFullyLoaded
    ? stalePeople.length
    : Math.min(inside, search ? unseen : Math.max(unseen, stalePeople.length))
  return {
    lately: latelyList,
    longAgo: longAgoList,
    fresh: freshPeople,
    stale: stalePeople,
    /** Undefined during a search, whose total is unknown until everything is loaded. */
    counts: search ? undefined : { fresh: inside - unseenCount, stale: unseenCount },
    unseen: unseenCount,
    isSearching: search !== undefined,
    isPending: latelyList.query.isPending || longAgoList.query.isPending,
    failed: latelyList.failed || longAgoList.failed,
    error: latelyList.error ?? longAgoList.error,
    retry: () => {
      void latelyList.query.refetch()
      void longAgoList.query.refetch()
    },
    isFetching: latelyList.query.isFetching || longAgoList.query.isFetching,
  }
}

/** Longest inside first. A person who appears twice is kept once, with the latest reading. */
function splitByLastSeen(
  rows: readonly InsidePerson[],
  now: number,
): readonly [fresh: InsidePerson[], stale: InsidePerson[]] {
  const peopleById = new Map<string, InsidePerson>()
  for (const row of rows) {
    const knownPerson = peopleById.get(row.userId)
    if (!knownPerson || Date.parse(knownPerson.lastSeen) < Date.parse(row.lastSeen))
      peopleById.set(row.userId, row)
  }
  const isFresh = ({ lastSeen }: InsidePerson) => isSeenLately(Date.parse(lastSeen), now)
  const sortedPeople = [...peopleById.values()].sort(compareInsidePeople)
  return [sortedPeople.filter(isFresh), sortedPeople.filter(person => !isFresh(person))]
}
