import { ph, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { IconArrowLeft, IconMessages, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { GroupUnavailable } from './group-gone.tsx'
import { GroupMembers } from './group-members.tsx'
import { MemberPicker } from './member-picker.tsx'
import { memberCountText } from './room-words.ts'

type Props = {
  groupId: string | undefined
  opened: boolean
  onClose: () => void
  onChat: (groupId: string) => void
  /** True if the page keeps the open state in its URL, so that Back already closes the dialog. */
  keptInAddress?: boolean
  startsAt?: DialogMode | undefined
}
export type DialogMode = 'view' | 'edit' | 'members' | 'delete'

/** The details of a group. From there the user can edit the group, manage its members or delete it; Back returns to the details. */
export function GroupDialog({
  groupId,
  opened,
  onClose,
  onChat,
  keptInAddress = false,
  startsAt = 'view',
}: Props) {
  const [chosenMode, setMode] = useState<DialogMode>()
  const mode = chosenMode ?? startsAt
  const query = useQuery({
    ...orpc.groups.get.queryOptions({ input: { groupId: groupId ?? '' } }),
    enabled: opened && groupId !== undefined,
  })
  const group = query.data
  const close = () => {
    setMode(undefined)
    onClose()
  }
  const showView = () => setMode('view')
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={group?.name ?? t`Group`}
      width={560}
      keptInAddress={keptInAddress}
    >
      {!group ? (
        query.error ? (
          <GroupUnavailable
            error={query.error}
            groupId={groupId ?? ''}
            failed={<ErrorState title={t`Failed to load group details`} query={query} />}
          />
        ) : (
          <ListSkeleton count={3} />
        )
      ) : (
        <Stack>
          {mode !== 'view' && (
            <div>
              <Button variant="default" icon={IconArrowLeft} points onClick={showView}>
                {t`Back`}
              </Button>
            </div>
          )}
          {mode === 'view' && <GroupView group={group} onMode={setMode} onChat={() => onChat(group.id)} />}
          {mode === 'edit' && <EditForm group={group} onDone={showView} />}
          {mode === 'members' && <MembersForm group={group} />}
          {mode === 'delete' && <DeleteConfirmation group={group} onBack={showView} onDone={close} />}
        </Stack>
      )}
    </ResponsiveDialog>
  )
}

type ViewProps = { group: GroupDetail; onMode: (mode: DialogMode) => void; onChat: () => void }

function GroupView({ group, onMode, onChat }: ViewProps) {
  const { description, zoneName, zoneStatus, lastActivity, createdAt, members, mayManage, mayRead } = group
  return (
    <>
      <Text c={description ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-wrap' }} dir="auto">
        {description ?? t`No description`}
      </Text>
      <Group gap="2px 12px" fz="xs" c="dimmed" mt="auto">
        <span>
          <Name>{zoneName}</Name>
        </span>
        <ZoneStatusBadge status={zoneStatus} />
        <span>{memberCountText(members)}</span>
        <span>
          {lastActivity ? (
            <Trans>
              Last activity <RelativeTime at={lastActivity} />
            </Trans>
          ) : (
            t`No messages yet`
          )}
        </span>
        <span>
          <Trans>
            Created <Day at={createdAt} />
          </Trans>
        </span>
      </Group>
      <Group gap="xs">
        {mayRead && (
          <Button icon={IconMessages} onClick={onChat}>
            {t`Open Chat`}
          </Button>
        )}
        <Button variant="default" icon={IconUsers} onClick={() => onMode('members')}>
          {t`Members`}
        </Button>
        {mayManage && (
          <>
            <Button variant="default" icon={IconPencil} onClick={() => onMode('edit')}>
              {t`Edit`}
            </Button>
            <Button variant="default" icon={IconTrash} onClick={() => onMode('delete')}>
              {t`Delete`}
            </Button>
          </>
        )}
      </Group>
    </>
  )
}

function EditForm({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const form = useActForm({
    draft: `edit-group-${group.id}`,
    values: () => ({ name: group.name, description: group.description ?? '' }),
    fields: 'groups.update',
    validate: { name: name => (name.trim() === '' ? t`Group name is required` : null) },
    call: ({ name, description }) => api.groups.update({ groupId: group.id, name: name.trim(), description }),
    done: t`Group updated successfully`,
    invalidates: [orpc.groups.key(), orpc.broadcasts.groups.key()],
    onClose: onDone,
  })
  return (
    <ActForm form={form} label={t`Save`} workingLabel={t`Saving…`} failed={t`Failed to update group`}>
      <TextInput label={t`Group name`} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </ActForm>
  )
}

function MembersForm({ group: { id: groupId, zoneId, members, mayManage } }: { group: GroupDetail }) {
  const [selectedIds, setSelectedIds] = useState<string[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const add = useAct({
    call: () => api.groups.addMembers({ groupId, members: selectedIds }),
    onDone: () => {
      setSelectedIds([])
      setIsChecked(false)
    },
    done: ({ added }) => t`Added ${added} member(s) to group`,
    failed: t`Failed to add members to group`,
    invalidates: [orpc.groups.key()],
  })
  return (
    <>
      {mayManage && (
        <Form
          noValidate
          onSubmit={() => {
            setIsChecked(true)
            if (selectedIds.length > 0) add.mutate()
          }}
        >
          <MemberPicker
            zoneId={zoneId}
            groupId={groupId}
            value={selectedIds}
            onChange={setSelectedIds}
            label={t`Add people`}
            error={isChecked && selectedIds.length === 0 && t`Please select users to add`}
          />
          <div>
            <Button type="submit" disabled={add.isPending}>
              {add.isPending ? t`Adding…` : t`Add to group`}
            </Button>
          </div>
        </Form>
      )}
      <GroupMembers groupId={groupId} count={members} mayManage={mayManage} />
    </>
  )
}

function DeleteConfirmation({
  group,
  onBack,
  onDone,
}: {
  group: GroupDetail
  onBack: () => void
  onDone: () => void
}) {
  const remove = useAct({
    call: () => api.groups.remove({ groupId: group.id }),
    onDone,
    done: t`Group deleted successfully`,
    invalidates: [orpc.groups.key(), orpc.broadcasts.groups.key()],
  })
  return (
    <>
      <p>
        <Trans>
          Delete <Name>{ph({ group: group.name })}</Name>? This can’t be undone. It also deletes:
        </Trans>
      </p>
      <ul>
        <li>{t`${plural({ count: group.members }, { one: '# membership', other: '# memberships' })}`}</li>
        <li>{t`${plural({ count: group.lastNumber }, { one: '# message', other: '# messages' })}`}</li>
        <li>{t`shared files`}</li>
        <li>{t`requests for its members to read files (their confirmations are kept)`}</li>
      </ul>
      <FailedAct act={remove} failed={t`Failed to delete group`} />
      <Group gap="xs">
        <Button variant="default" onClick={onBack} disabled={remove.isPending} data-autofocus>
          {t`Cancel`}
        </Button>
        <Button color="red" onClick={() => remove.mutate()} disabled={remove.isPending}>
          {remove.isPending ? t`Deleting…` : t`Delete group`}
        </Button>
      </Group>
    </>
  )
}
