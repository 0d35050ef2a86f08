import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatName } from '../users/public.ts'
import { SearchSelect, useSearchInput } from './search-select.tsx'

type Props = {
  label: string
  zoneId: string
  chosen: string | undefined
  onPick: (id: string | undefined) => void
}

/** Maximum number of results listed; typing finds the others. */
const maxResults = 20

export function PersonFilter({ label, zoneId, chosen, onPick }: Props) {
  const searchInput = useSearchInput()
  const { search, picked } = searchInput
  const peopleQuery = useQuery(
    orpc.users.inZone.queryOptions({
      input: { zoneId, list: 'people', limit: maxResults, ...(search && { search }) },
    }),
  )
  const results = peopleQuery.data?.rows.map(person => ({ id: person.userId, name: formatName(person) }))
  // No name is loaded for an id in the URL, because reading a person's details is logged as a view of their location.
  const selectedOption = [...(results ?? []), picked].find(option => option?.id === chosen)
  return (
    <SearchSelect
      label={label}
      all={t`Everyone`}
      chosen={
        chosen === undefined ? undefined : (selectedOption ?? { id: chosen, name: t`The selected person` })
      }
      onPick={onPick}
      typing={searchInput}
      results={results}
      failed={peopleQuery.isError}
    />
  )
}

export function GroupFilter({ label, zoneId, chosen, onPick }: Props) {
  const searchInput = useSearchInput()
  const { search, picked } = searchInput
  const groupsQuery = useQuery(
    orpc.groups.list.queryOptions({ input: { zoneId, limit: maxResults, ...(search && { search }) } }),
  )
  const results = groupsQuery.data?.rows
  const selectedOption = [...(results ?? []), picked].find(option => option?.id === chosen)
  return (
    <SearchSelect
      label={label}
      all={t`All groups`}
      chosen={
        chosen === undefined ? undefined : (selectedOption ?? { id: chosen, name: t`The selected group` })
      }
      onPick={onPick}
      typing={searchInput}
      results={results}
      failed={groupsQuery.isError}
    />
  )
}
