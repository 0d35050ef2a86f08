import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'

type Props = {
  label: string
  description?: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  error?: ReactNode
  required?: boolean
  /** Not offered: it is there already. */
  without?: string
}

/** One organisation out of those the person may look through, found by its name. */
export function OrganisationSelect({ label, description, value, onChange, error, required, without }: Props) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState('')
  // The name in the field is a choice, and no search for itself.
  const search = useSettled(q === chosen ? '' : q) || undefined
  const { rows = [], failed } = usePages(
    orpc.organisations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, cursor }),
      ...byCursor,
    }),
  )
  const data = rows.filter(({ id }) => id !== without).map(({ id, name }) => ({ value: id, label: name }))
  if (value && !data.some(it => it.value === value)) data.push({ value, label: chosen })
  return (
    <Select
      label={label}
      description={description}
      required={required}
      placeholder="Choose an organisation"
      data={data}
      searchable
      clearable={!required}
      // The server has searched.
      filter={({ options }) => options}
      onSearchChange={setQ}
      nothingFoundMessage={failed ? 'Failed to load organisations' : 'No organisations match'}
      value={value ?? null}
      error={error}
      onChange={(id, option) => {
        setChosen(option?.label ?? '')
        onChange(id ?? undefined)
      }}
    />
  )
}
