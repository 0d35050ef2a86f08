import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { MultiSelect } from '../../ui/forms/select.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'

type Props = {
  zoneId: string
  /** Excludes the members of this group. Undefined for a new group. */
  groupId?: string
  value: string[]
  onChange: (people: string[]) => void
  label?: string
  description?: string
  error?: string | false
}

/** Selects people of the zone by name. Lists the first fifty; typing a name searches everybody. */
export function MemberPicker({
  zoneId,
  groupId,
  value,
  onChange,
  label = t`Members`,
  description,
  error,
}: Props) {
  const { userId: me } = useMe()
  // The creator of a group joins it in any case.
  const isNew = groupId === undefined
  const [typedName, setTypedName] = useState('')
  const [namesById, setNamesById] = useState<ReadonlyMap<string, string>>(new Map())
  const people = useQuery(
    orpc.groups.candidates.queryOptions({
      input: { zoneId, limit: 50, ...(groupId && { groupId }), ...(typedName && { search: typedName }) },
    }),
  )
  const candidates = (people.data?.rows ?? []).flatMap(person =>
    person.isMember || (isNew && person.userId === me) ? [] : { value: person.userId, label: person.name },
  )
  const labelsById = new Map([...namesById, ...candidates.map(it => [it.value, it.label] as const)])
  return (
    <>
      <MultiSelect
        label={label}
        description={description}
        error={error}
        placeholder={value.length === 0 ? t`Choose people` : undefined}
        data={[...labelsById].map(([id, name]) => ({ value: id, label: name }))}
        value={value}
        onChange={chosenIds => {
          setNamesById(new Map(chosenIds.map(id => [id, labelsById.get(id) ?? ''])))
          onChange(chosenIds)
        }}
        searchable
        searchValue={typedName}
        onSearchChange={setTypedName}
        nothingFoundMessage={people.isFetching ? t`Searching…` : people.isError ? null : t`No results`}
      />
      {people.isError && <ErrorState title={t`Failed to load available users`} query={people} />}
    </>
  )
}
