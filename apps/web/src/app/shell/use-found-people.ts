import { useDebouncedValue } from '@mantine/hooks'
import type { ZonePerson } from '@muster/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'

/** After the last key, in milliseconds: a name is asked for once, not letter by letter. */
const restMs = 200
/** As many as stand above the keyboard of a phone. */
const most = 6

export type FoundPeople = {
  people: readonly ZonePerson[]
  /** What is shown is not yet the answer to what was typed. */
  searching: boolean
  failed: boolean
}

/** People of the selected zone, as the server finds them by name, email or code; nobody for who may not see its users. */
export function useFoundPeople(text: string): FoundPeople {
  const { zone, may } = useSelectedZone()
  const typed = text.trim()
  const [search] = useDebouncedValue(typed, restMs)
  const asks = zone !== undefined && may('view_zone_users') && typed.length > 1
  const found = useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId: zone?.id ?? '', search, limit: most } }),
    enabled: asks && search.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return {
    people: asks ? (found.data?.rows ?? []) : [],
    searching: asks && (search !== typed || found.isFetching),
    failed: asks && found.isError && !found.isFetching,
  }
}
