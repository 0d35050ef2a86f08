import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'

type Props = {
  zoneId: string
  chosen: SearchResult | undefined
  onPick: (one: SearchResult | undefined) => void
  error?: ReactNode
}

export function MemberSelect({ zoneId, chosen, onPick, error }: Props) {
  const typing = useTypedSearch(chosen)
  const query = useQuery({
    ...orpc.users.inZone.queryOptions({
      input: { zoneId, list: 'people', search: typing.search, limit: 50 },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <SearchableSelect
      label={t`Member`}
      placeholder={t`Type a name or a user code`}
      required
      allowDeselect={false}
      error={error}
      chosen={chosen}
      onPick={onPick}
      typing={typing}
      rows={query.data?.rows.map(it => ({
        id: it.userId,
        name: `${it.firstName} ${it.lastName}`.trim() || it.userCode,
      }))}
      failed={query.isError}
      searching={query.isPending || query.isPlaceholderData}
      emptyText={t`No members match`}
      failure={t`Failed to load members`}
    />
  )
}
