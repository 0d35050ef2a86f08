import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatName } from '../users/public.ts'
import { SearchSelect, useTyped } from './search-select.tsx'

type Props = {
  /** The label of the filter in this report. */
  label: string
  zoneId: string
  chosen: string | undefined
  onPick: (id: string | undefined) => void
}

/** Maximum results listed; typing finds the others. */
const most = 20

/** Selects a person of the zone. */
export function PersonFilter({ label, zoneId, chosen, onPick }: Props) {
  const typing = useTyped()
  const { search, picked } = typing
  const people = useQuery(
    orpc.users.inZone.queryOptions({
      input: { zoneId, list: 'people', limit: most, ...(search && { search }) },
    }),
  )
  const results = people.data?.rows.map(person => ({ id: person.userId, name: formatName(person) }))
  // No name is loaded for an id in the URL, because reading a person's details is logged as a view of their location.
  const selected = [...(results ?? []), picked].find(one => one?.id === chosen)
  return (
    <SearchSelect
      label={label}
      all={t`Everyone`}
      chosen={chosen === undefined ? undefined : (selected ?? { id: chosen, name: t`The selected person` })}
      onPick={onPick}
      typing={typing}
      results={results}
      failed={people.isError}
    />
  )
}

/** Selects a group of the zone. */
export function GroupFilter({ label, zoneId, chosen, onPick }: Props) {
  const typing = useTyped()
  const { search, picked } = typing
  const groups = useQuery(
    orpc.groups.list.queryOptions({ input: { zoneId, limit: most, ...(search && { search }) } }),
  )
  const results = groups.data?.rows
  const selected = [...(results ?? []), picked].find(one => one?.id === chosen)
  return (
    <SearchSelect
      label={label}
      all={t`All groups`}
      chosen={chosen === undefined ? undefined : (selected ?? { id: chosen, name: t`The selected group` })}
      onPick={onPick}
      typing={typing}
      results={results}
      failed={groups.isError}
    />
  )
}
