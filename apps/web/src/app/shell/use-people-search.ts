import { useDebouncedValue } from '@mantine/hooks'
import type { ZonePerson } from '@muster/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'

/** Debounce in milliseconds, so that a name is searched once, not after every character. */
const debounceMs = 200
/** The number of results that fit above a phone's keyboard. */
const maxResults = 6

export type PeopleSearch = {
  people: readonly ZonePerson[]
  /** True while the results do not belong to the current text yet. */
  searching: boolean
  failed: boolean
}

/**
 * Searches the people of the selected zone on the server by name, email or code. Finds nobody for texts shorter than two
 * characters, and for people who may not see the zone's users.
 */
export function usePeopleSearch(text: string): PeopleSearch {
  const { zone, may } = useSelectedZone()
  const trimmedText = text.trim()
  const [search] = useDebouncedValue(trimmedText, debounceMs)
  const isEnabled = zone !== undefined && may('view_zone_users') && trimmedText.length > 1
  const query = useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId: zone?.id ?? '', search, limit: maxResults } }),
    enabled: isEnabled && search.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return {
    people: isEnabled ? (query.data?.rows ?? []) : [],
    searching: isEnabled && (search !== trimmedText || query.isFetching),
    failed: isEnabled && query.isError && !query.isFetching,
  }
}
