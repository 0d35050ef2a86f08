import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'

type Props = {
  zoneId: string
  /** The people to add, all of them members of the zone. */
  userIds: readonly string[]
  onClose: () => void
  onDone: () => void
}

export const AddPeopleToGroupDialog = inDialog(AddToGroup, { title: t`Add to group` })

function AddToGroup({ zoneId, userIds, onClose, onDone }: Props) {
  const [groupId, setGroupId] = useState<string>()
  const [typedName, setTypedName] = useState('')
  const search = useDebouncedText(typedName.trim())
  const groups = useQuery(
    orpc.groups.list.queryOptions({ input: { zoneId, limit: 50, ...(search && { search }) } }),
  )
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const choices = new Map(names)
  for (const group of groups.data?.rows ?? []) if (group.mayManage) choices.set(group.id, group.name)
  const groupName = groupId === undefined ? '' : (choices.get(groupId) ?? '')
  const peopleText = plural(userIds.length, { one: '# person', other: '# people' })
  const add = useAct({
    call: (targetId: string) => api.groups.addMembers({ groupId: targetId, members: [...userIds] }),
    onDone: () => {
      onDone()
      onClose()
    },
    done: ({ added }) => [
      t`${plural(added, { one: '# person added', other: '# people added' })}`,
      added < userIds.length
        ? t`The others already belong to ${groupName}.`
        : t`They now belong to ${groupName}.`,
    ],
    invalidates: [orpc.groups.key()],
  })
  return (
    <ActForm
      form={{ act: add, submit: () => groupId !== undefined && add.mutate(groupId), onClose }}
      label={t`Add to group`}
      workingLabel={t`Adding…`}
      disabled={groupId === undefined}
      failed={t`Failed to add members to group`}
    >
      <Text>{peopleText}</Text>
      {groups.isError ? (
        <ErrorState title={t`Failed to load groups`} query={groups} />
      ) : (
        <Select
          label={t`Group`}
          required
          placeholder={t`Choose a group`}
          data={[...choices].map(([value, label]) => ({ value, label }))}
          value={groupId ?? null}
          onChange={value => {
            if (value) setNames(new Map(names).set(value, choices.get(value) ?? ''))
            setGroupId(value ?? undefined)
          }}
          searchable
          onSearchChange={setTypedName}
          nothingFoundMessage={groups.isFetching ? t`Searching…` : t`No results`}
        />
      )}
      {groups.data?.rows.length === 0 && !search && (
        <Text c="dimmed">{t`This zone has no groups yet. Message the people to create one.`}</Text>
      )}
    </ActForm>
  )
}
