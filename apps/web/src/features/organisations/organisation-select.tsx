import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'

type Props = {
  label?: string
  'aria-label'?: string
  placeholder?: string
  description?: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  error?: ReactNode
  required?: boolean
  /** The id of the organisation to leave out, because it is the current one. */
  without?: string
}

export function OrganisationSelect({
  value,
  onChange,
  required,
  without,
  placeholder = t`Choose an organisation`,
  ...props
}: Props) {
  const [pickedResult, setPickedResult] = useState<SearchResult>()
  // A restored draft contains only the id of the selection, so the name is fetched.
  const storedQuery = useQuery({
    ...orpc.organisations.get.queryOptions({ input: { organisationId: value ?? '' } }),
    enabled: value !== undefined && value !== pickedResult?.id,
  })
  const selectedResult = [pickedResult, storedQuery.data].find(
    result => result !== undefined && result.id === value,
  )
  const typedSearch = useTypedSearch(selectedResult)
  const { rows, failed, query } = usePages(orpc.organisations.list, { search: typedSearch.search })
  return (
    <SearchableSelect
      {...props}
      required={required}
      clearable={!required}
      placeholder={placeholder}
      chosen={selectedResult}
      onPick={result => {
        setPickedResult(result)
        onChange(result?.id)
      }}
      typing={typedSearch}
      rows={rows?.filter(({ id }) => id !== without)}
      failed={failed}
      searching={query.isPending || query.isPlaceholderData}
      emptyText={t`No organisations match`}
      failure={t`Failed to load organisations`}
    />
  )
}
