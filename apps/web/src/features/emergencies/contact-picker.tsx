import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { MultiSelect } from '../../ui/forms/select.tsx'

type Contact = { id: string; name: string }
type Props = {
  zoneId: string
  value: readonly Contact[]
  onChange: (contacts: Contact[]) => void
  maxValues: number
  error?: string | undefined
}

/** Selects members of the zone by name. Lists the first fifty; typing a name searches everybody. */
export function ContactPicker({ zoneId, value, onChange, maxValues, error }: Props) {
  const [typedName, setTypedName] = useState('')
  const search = useDebouncedText(typedName.trim()) || undefined
  const people = useQuery(orpc.users.inZone.queryOptions({ input: { zoneId, limit: 50, search } }))
  const candidates = (people.data?.rows ?? []).map(it => ({
    id: it.userId,
    name: `${it.firstName} ${it.lastName}`.trim(),
  }))
  const namesById = new Map([...candidates, ...value].map(it => [it.id, it.name]))
  return (
    <MultiSelect
      label={t`Tell these people`}
      error={error}
      placeholder={value.length === 0 ? t`Choose people` : ''}
      data={[...namesById].map(([id, label]) => ({ value: id, label }))}
      value={value.map(it => it.id)}
      onChange={ids => onChange(ids.map(id => ({ id, name: namesById.get(id) ?? '' })))}
      maxValues={maxValues}
      searchable
      searchValue={typedName}
      onSearchChange={setTypedName}
      nothingFoundMessage={
        people.isFetching ? t`Searching…` : people.isError ? t`Failed to load available users` : t`No results`
      }
    />
  )
}
