import type { InsidePerson, PresencePanel } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { insideOrder } from './inside-list.ts'

/** Rows per page. Ten thousand at once, with two relative times each, would freeze the screen. */
const pageSize = 100
/** Minimum number of rows: if fewer remain because many people left, the next page is loaded automatically. */
const minRows = 20

function useInsideList(zoneId: string, seen: 'lately' | 'long_ago', search: string | undefined) {
  const list = usePages({
    ...orpc.presence.inside.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, seen, search, cursor, limit: pageSize }),
      ...cursorPaging,
    }),
  })
  const { rows, readOn } = list
  useEffect(() => {
    if (rows && rows.length < minRows) readOn()
  }, [rows, readOn])
  return list
}

/** Returns the people inside the panel's zone, live. Recently seen people and the others are paginated and counted separately. */
export function useInside({ zoneId, inside, unseen }: PresencePanel, q: string | undefined) {
  const search = useDebouncedText(q?.trim())
  const lately = useInsideList(zoneId, 'lately', search)
  const longAgo = useInsideList(zoneId, 'long_ago', search)
  const now = useNow()
  // Split again by the newest readings, because a person who is no longer seen changes lists without an event.
  const [fresh, stale] = useMemo(
    () => splitByLastSeen([...(lately.rows ?? []), ...(longAgo.rows ?? [])], now),
    [lately.rows, longAgo.rows, now],
  )
  const isFullyLoaded = !search && lately.complete && longAgo.complete
  // The server counts once a minute; if everybody is loaded, the count here is more accurate.
  const unseenCount = isFullyLoaded ? stale.length : Math.min(unseen, inside)
  return {
    lately,
    longAgo,
    fresh,
    stale,
    /** Undefined during a search, whose total is unknown until everything is loaded. */
    counts: search ? undefined : { fresh: inside - unseenCount, stale: unseenCount },
    unseen: unseenCount,
    isSearching: search !== undefined,
    isPending: lately.query.isPending || longAgo.query.isPending,
    failed: lately.failed || longAgo.failed,
    retry: () => {
      void lately.query.refetch()
      void longAgo.query.refetch()
    },
    isFetching: lately.query.isFetching || longAgo.query.isFetching,
  }
}

/**
 * Splits people into those seen recently and the others, longest inside first. A person who appears twice is kept once, with the
 * latest reading.
 */
function splitByLastSeen(
  rows: readonly InsidePerson[],
  now: number,
): readonly [fresh: InsidePerson[], stale: InsidePerson[]] {
  const people = new Map<string, InsidePerson>()
  for (const row of rows) {
    const knownPerson = people.get(row.userId)
    if (!knownPerson || Date.parse(knownPerson.lastSeen) < Date.parse(row.lastSeen))
      people.set(row.userId, row)
  }
  const isFresh = ({ lastSeen }: InsidePerson) => isSeenLately(Date.parse(lastSeen), now)
  const sortedPeople = [...people.values()].sort(insideOrder)
  return [sortedPeople.filter(isFresh), sortedPeople.filter(person => !isFresh(person))]
}
