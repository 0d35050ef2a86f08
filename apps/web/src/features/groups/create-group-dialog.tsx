import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Text, Textarea, TextInput } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { type FormEvent, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { MemberPicker } from './member-picker.tsx'

type CreatedGroup = { id: string; name: string }
type Props = { opened: boolean; onClose: () => void; onCreated?: (group: CreatedGroup) => void }

export function CreateGroupDialog({ opened, onClose, onCreated }: Props) {
  const { zoneId, isZoneBound } = useSelectedZone()
  const [selectedZone, setSelectedZone] = useState<MyZone>()
  const targetZoneId = zoneId ?? selectedZone?.id
  const needsZone = zoneId === undefined && !isZoneBound
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Create Group`} keptInAddress>
      <GroupForm
        zoneId={targetZoneId}
        noZone={t`Please select a zone`}
        withDescription
        onClose={onClose}
        onCreated={onCreated}
      >
        {needsZone && <ZoneSelect label={t`Zone`} zone={selectedZone} onPick={setSelectedZone} />}
      </GroupForm>
    </ResponsiveDialog>
  )
}

type QuickProps = Required<Props> & {
  zoneId: string | undefined
  /** The members, if they were selected before. */
  people?: readonly string[]
}

/** Creates a group from the form of a new broadcast, with name and members only. */
export function QuickGroupDialog({ zoneId, people, opened, onClose, onCreated }: QuickProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Create New Group`}>
      {zoneId ? (
        <GroupForm
          zoneId={zoneId}
          noZone={t`No zone selected`}
          people={people}
          onClose={onClose}
          onCreated={onCreated}
        />
      ) : (
        <ProblemAlert>{t`No zone selected`}</ProblemAlert>
      )}
    </ResponsiveDialog>
  )
}

type FormProps = {
  zoneId: string | undefined
  noZone: string
  withDescription?: boolean
  /** The members, if they were selected before. They cannot be changed here. */
  people?: readonly string[] | undefined
  onClose: () => void
  onCreated: ((group: CreatedGroup) => void) | undefined
  children?: React.ReactNode
}

/** `requestId`: kept with the draft, so that sending it twice creates only one group. */
const emptyGroup = () => ({ requestId: uuidV7(), name: '', description: '' })

function GroupForm({ zoneId, noZone, withDescription, people, onClose, onCreated, children }: FormProps) {
  const [draftName] = useState(`new-group-${zoneId ?? 'no-zone'}`)
  const [isChecked, setIsChecked] = useState(false)
  const [memberIds, setMemberIds] = useState<string[]>([])
  const form = useActForm({
    draft: draftName,
    values: emptyGroup,
    fields: 'groups.create',
    validate: { name: name => (name.trim() === '' ? t`Group name is required` : null) },
    call: ({ name, ...values }) =>
      api.groups.create({
        ...values,
        zoneId: zoneId ?? '',
        name: name.trim(),
        members: people ? [...people] : memberIds,
      }),
    onDone: ({ group }) => onCreated?.(group),
    done: t`Group created successfully`,
    invalidates: [orpc.groups.key(), orpc.broadcasts.groups.key()],
    onClose,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setIsChecked(true)
    if (zoneId === undefined) form.onSubmit(() => undefined)(event)
    else form.submit(event)
  }
  return (
    <ActForm
      form={{ ...form, submit }}
      label={t`Create Group`}
      workingLabel={t`Creating…`}
      failed={t`Failed to create group`}
    >
      {isChecked && zoneId === undefined && <ProblemAlert>{noZone}</ProblemAlert>}
      {children}
      <TextInput label={t`Group name`} data-autofocus {...form.getInputProps('name')} />
      {withDescription && (
        <Textarea
          label={t`Description`}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('description')}
        />
      )}
      {people && (
        <Text c="dimmed">
          <Plural
            value={people.length}
            one="A conversation with # person whom you selected."
            other="A conversation with # people whom you selected."
          />
        </Text>
      )}
      {zoneId && !people && (
        <MemberPicker
          key={zoneId}
          zoneId={zoneId}
          value={memberIds}
          onChange={setMemberIds}
          description={t`You can add more later.`}
        />
      )}
    </ActForm>
  )
}
