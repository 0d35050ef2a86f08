import { t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { Folder } from '@muster/contract/documents.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'

/** A folder that is limited to groups, but has none left, can be opened to everybody in the zone. */
export const LinkGroupsDialog = inDialogAbout('folder', LinkedGroups, {
  title: ({ folder: { name = '' } = {} }) => t`Link Groups to ${name}`,
})

function LinkedGroups({ folder: { id: folderId, zoneId, forGroups, groups: linked } }: { folder: Folder }) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const groups = useQuery(orpc.broadcasts.groups.queryOptions({ input: { zoneId } }))
  const link = useAct({
    call: (groupId: string) => api.documents.linkGroup({ zoneId, folderId, groupId }),
    onDone: () => {
      setChosenId(null)
      setIsChecked(false)
    },
    done: t`Group linked to folder successfully`,
    invalidates: [orpc.documents.key()],
  })
  const unlink = useAct({
    call: ({ id: groupId }: { id: string; name: string }) =>
      api.documents.unlinkGroup({ zoneId, folderId, groupId }),
    done: (_, { name }) => t`Unlinked ${name} from folder`,
    failed: t`Failed to unlink group from folder`,
    invalidates: [orpc.documents.key()],
  })
  const openToAll = useAct({
    call: () => api.documents.openFolder({ zoneId, folderId }),
    done: t`Everyone in the zone can see the folder`,
    failed: t`Failed to unlink group from folder`,
    invalidates: [orpc.documents.key()],
  })
  const isLinked = linked.some(({ id }) => id === chosenId)
  const problem =
    chosenId === null ? t`Choose a group first` : isLinked && t`Folder is already linked to this group`
  return (
    <Stack>
      <Text size="xs" c="dimmed">
        {audienceText(forGroups, linked.length)}
      </Text>
      {forGroups && linked.length === 0 && (
        <div>
          <Button variant="default" loading={openToAll.isPending} onClick={() => openToAll.mutate(undefined)}>
            {t`Show to everyone`}
          </Button>
        </div>
      )}
      {linked.length > 0 && (
        <Rows aria-label={t`Linked groups`}>
          {linked.map(({ id, name }) => (
            <li key={id}>
              <Name>{name}</Name>
              <ActionIcon
                icon={IconX}
                iconSize="1.125rem"
                size={44}
                aria-label={t`Unlink ${name}`}
                loading={unlink.isPending && unlink.variables.id === id}
                onClick={() => unlink.mutate({ id, name })}
              />
            </li>
          ))}
        </Rows>
      )}
      <Form
        noValidate
        onSubmit={() => {
          setIsChecked(true)
          if (chosenId && !isLinked) link.mutate(chosenId)
        }}
      >
        <FailedAct act={link} failed={t`Failed to link group to folder`} />
        <Select
          label={t`Group`}
          placeholder={t`Choose a group`}
          searchable
          data={(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosenId}
          onChange={setChosenId}
          error={groups.isError ? t`Failed to load groups` : isChecked && problem}
          nothingFoundMessage={t`No results`}
        />
        <div>
          <Button type="submit" disabled={link.isPending}>
            {link.isPending ? t`Linking…` : t`Link group`}
          </Button>
        </div>
      </Form>
    </Stack>
  )
}

function audienceText(forGroups: boolean, linked: number): string {
  if (!forGroups)
    return t`Everyone in the zone can see this folder. Once you link groups, only their members and the zone managers can.`
  return linked === 0
    ? t`The linked group was deleted. Only the zone managers can see this folder until you link another group or show it to everyone.`
    : t`Only the members of these groups and the zone managers can see this folder.`
}
