import { useDebouncedValue } from '@mantine/hooks'
import type { ZonePerson } from '@muster/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'

/** Debounce in milliseconds, so that a name is searched once, not letter by letter. */
const restMs = 200
/** The number of results that fit above the keyboard of a phone. */
const limit = 6

export type PeopleSearch = {
  people: readonly ZonePerson[]
  /** True while the results do not belong to the current text yet. */
  searching: boolean
  failed: boolean
}

/** Searches the people of the selected zone on the server by name, email or code. Empty for people who may not see its users. */
export function usePeopleSearch(text: string): PeopleSearch {
  const { zone, may } = useSelectedZone()
  const typed = text.trim()
  const [search] = useDebouncedValue(typed, restMs)
  const asks = zone !== undefined && may('view_zone_users') && typed.length > 1
  const query = useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId: zone?.id ?? '', search, limit } }),
    enabled: asks && search.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return {
    people: asks ? (query.data?.rows ?? []) : [],
    searching: asks && (search !== typed || query.isFetching),
    failed: asks && query.isError && !query.isFetching,
  }
}
