import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'

type Props = {
  zoneId: string
  label: string
  /** People who are not offered, because they are chosen already. */
  excludedIds: ReadonlySet<string>
  chosen: SearchResult | undefined
  onPick: (person: SearchResult | undefined) => void
}

/** Searches the members of a zone who have accepted their invitation, by name or code. */
export function MemberSearch({ zoneId, label, excludedIds, chosen, onPick }: Props) {
  const typing = useTypedSearch(chosen)
  const { search } = typing
  const query = useQuery({
    ...orpc.users.inZone.queryOptions({ input: { zoneId, search, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.rows.flatMap(person => {
    if (person.invited || excludedIds.has(person.userId)) return []
    const name = `${person.firstName} ${person.lastName}`.trim() || person.email
    return { id: person.userId, name: `${name} (${person.userCode})` }
  })
  return (
    <SearchableSelect
      label={label}
      placeholder={t`Type a name`}
      data-autofocus
      selectFirstOptionOnChange
      chosen={chosen}
      onPick={onPick}
      typing={typing}
      rows={rows}
      failed={query.isError}
      searching={query.isPending || query.isPlaceholderData}
      emptyText={t`No members match`}
      failure={t`Failed to load members`}
    />
  )
}
