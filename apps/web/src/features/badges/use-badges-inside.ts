import type { InsideByBadge } from '@muster/contract/badges.ts'
import { judgeOpenStay } from '@muster/domain/badge.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { cursorPaging } from '../../lib/use-pages.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { badgeHolderName } from './badge-words.ts'

const pageSize = 200
/** Maximum rows to load. Beyond that the page says how many there are. */
const maxRows = 2_000

const insideOptions = (zoneId: string) =>
  orpc.badges.inside.infiniteOptions({
    input: (cursor: string | undefined) => ({ zoneId, cursor, limit: pageSize }),
    ...cursorPaging,
  })

/** Returns the people inside a zone by badge and not by phone, live, with those seen lately apart. */
export function useBadgesInside(zoneId: string, q?: string | undefined) {
  const query = useInfiniteQuery(insideOptions(zoneId))
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const loaded = data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? 0
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && loaded < maxRows) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, loaded, fetchNextPage])
  const now = useNow()
  const [fresh, stale] = useMemo(() => {
    const people = (data?.pages ?? [])
      .flatMap(page => page.rows)
      .filter(it => !it.byPhone && (!q?.trim() || isFoundBy(`${badgeHolderName(it)} ${it.company}`, q)))
    const judge = (it: InsideByBadge) => judgeOpenStay(Date.parse(it.since), now)
    return [
      people.filter(it => judge(it) === 'inside'),
      people.filter(it => judge(it) === 'not_seen'),
    ] as const
  }, [data, now, q])
  return {
    fresh,
    stale,
    /** True if the people could not be read, or not again: then `staleSince` is the time of what is shown. */
    failed: isError,
    staleSince: getStaleSince(query),
    error: query.error,
    isFetching,
    retry: () => void query.refetch(),
  }
}

type InsideData = { readonly pages: readonly { readonly rows: readonly InsideByBadge[] }[] }
const indexes = new WeakMap<InsideData, ReadonlyMap<string, InsideByBadge>>()

/** Returns the people who are inside by badge and by phone. Built once for all rows of a list, which each look up one person. */
function indexByUser(data: InsideData): ReadonlyMap<string, InsideByBadge> {
  const existing = indexes.get(data)
  if (existing) return existing
  const index = new Map(
    data.pages
      .flatMap(page => page.rows)
      .flatMap(it => (it.byPhone && it.userId !== null ? [[it.userId, it] as const] : [])),
  )
  indexes.set(data, index)
  return index
}

/** Returns where and since when a person who is inside by phone is also inside by badge; undefined if they are not. */
export function useBadgeBesidePhone(zoneId: string, userId: string): InsideByBadge | undefined {
  const { data } = useInfiniteQuery({
    ...insideOptions(zoneId),
    select: data => indexByUser(data).get(userId),
  })
  return data
}
