import { useDebouncedValue } from '@mantine/hooks'
import type { SearchResult } from '@muster/contract/search.ts'
import { searchText } from '@muster/domain/search-kind.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { searchCachedThings } from './search-cached-things.ts'

/** Debounce in milliseconds, so that a name is searched once, not after every character. */
const debounceMs = 200

export type Search = {
  results: readonly SearchResult[]
  allZones: boolean
  /** True while the results do not belong to the current text yet. */
  searching: boolean
  /** True if some kinds, or all, could not be searched. */
  failed: boolean
  /** What is needed before the contents of a zone can be searched: its PIN, or selecting it. */
  missing: 'pin' | 'zone' | undefined
  /** True if only what is stored on this device was searched. */
  offline: boolean
}

/** Sends nothing below two characters; a newer text cancels the request of an older one. Offline, it searches the cached lists. */
export function useSearch(text: string): Search {
  const { profile } = useMe()
  const { zone, isZoneBound, availableZones } = useSelectedZone()
  const isOnline = useIsOnline()
  const client = useQueryClient()
  const trimmedText = text.trim().slice(0, searchText.maxLength)
  const [search] = useDebouncedValue(trimmedText, debounceMs)
  const isLongEnough = trimmedText.length >= searchText.minLength
  const isEnabled = isLongEnough && isOnline
  const query = useQuery({
    ...orpc.search.everything.queryOptions({ input: { text: search, zoneId: zone?.id } }),
    enabled: isEnabled && search.length >= searchText.minLength,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const loadedResults = isEnabled ? (query.data?.results ?? []) : []
  // Enter must not open a result of the text before.
  const isOutdated = search !== trimmedText || query.isPlaceholderData
  const results = isOutdated ? keepFound(loadedResults, trimmedText) : loadedResults
  const zoneToSelect = isZoneBound && !zone ? availableZones[0] : undefined
  const missingForZone = zoneToSelect && (requiresPin(profile.role, zoneToSelect) ? 'pin' : 'zone')
  const hasFailed = isEnabled && !query.isFetching
  return {
    results: isLongEnough && !isOnline ? searchCachedThings(client, trimmedText) : results,
    allZones: !isZoneBound && zone === undefined,
    searching: isEnabled && (search !== trimmedText || query.isFetching),
    failed: hasFailed && (query.isError || results.some(({ failed }) => failed)),
    missing: isEnabled ? (query.data?.entryRequired ? 'pin' : missingForZone) : undefined,
    offline: !isOnline,
  }
}

/** Returns those results of an earlier text that the current text finds too. */
export function keepFound(results: readonly SearchResult[], text: string): SearchResult[] {
  return results.map(result => {
    const hits = result.hits.filter(hit => isFoundBy(`${hit.title} ${hit.text}`, text))
    return { ...result, hits, more: result.more && hits.length > 0 }
  })
}
