import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { SearchableSelect, type SearchResult, useTyped } from '../../ui/forms/searchable-select.tsx'

type Props = {
  label: string
  description?: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  error?: ReactNode
  required?: boolean
  /** An organisation to leave out, because it is the current one. */
  without?: string
}

/** Selects one of the organisations the person may see, by name. */
export function OrganisationSelect({ value, onChange, required, without, ...props }: Props) {
  const [picked, setPicked] = useState<SearchResult>()
  // A draft stores only the id of the selection.
  const stored = useQuery({
    ...orpc.organisations.get.queryOptions({ input: { organisationId: value ?? '' } }),
    enabled: value !== undefined && value !== picked?.id,
  })
  const chosen = [picked, stored.data].find(one => one !== undefined && one.id === value)
  const typing = useTyped(chosen)
  const { rows, failed, query } = usePages(
    orpc.organisations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: typing.search, cursor }),
      ...byCursor,
    }),
  )
  return (
    <SearchableSelect
      {...props}
      required={required}
      clearable={!required}
      placeholder={t`Choose an organisation`}
      chosen={chosen}
      onPick={one => {
        setPicked(one)
        onChange(one?.id)
      }}
      typing={typing}
      rows={rows?.filter(({ id }) => id !== without)}
      failed={failed}
      searching={query.isPending || query.isPlaceholderData}
      emptyText={t`No organisations match`}
      failure={t`Failed to load organisations`}
    />
  )
}
