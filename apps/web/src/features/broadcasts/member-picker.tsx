import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { nameOf } from '../users/public.ts'

type Props = { zoneId: string; value: string[]; onChange: (people: string[]) => void }

/** Chooses members of a zone by name; what is typed finds those beyond the first fifty. */
export function MemberPicker({ zoneId, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const people = useQuery(
    orpc.users.inZone.queryOptions({ input: { zoneId, limit: 50, ...(typed && { search: typed }) } }),
  )
  const found = (people.data?.rows ?? []).flatMap(person =>
    person.invited ? [] : { value: person.userId, label: nameOf(person) },
  )
  const listed = new Map([...names, ...found.map(it => [it.value, it.label] as const)])
  return (
    <MultiSelect
      label="Members"
      description="You can add more later."
      placeholder={value.length === 0 ? 'Choose people' : undefined}
      data={[...listed].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={chosen => {
        setNames(new Map(chosen.map(id => [id, listed.get(id) ?? ''])))
        onChange(chosen)
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        people.isError
          ? 'Failed to load zone users'
          : people.isFetching
            ? 'Looking…'
            : 'Nobody with this name'
      }
    />
  )
}
