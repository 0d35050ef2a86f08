import { TextInput } from '@mantine/core'
import type { BroadcastGroup } from '@muster/contract/broadcasts.ts'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './broadcasts.module.css'
import { MemberPicker } from './member-picker.tsx'

type Props = {
  zoneId: string | undefined
  opened: boolean
  onClose: () => void
  onCreated: (group: BroadcastGroup) => void
}

/** The small dialog beside a new broadcast: a group of the zone, by name and members. */
export function CreateGroupDialog({ zoneId, opened, onClose, onCreated }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Create New Group">
      {zoneId ? (
        <GroupForm zoneId={zoneId} onClose={onClose} onCreated={onCreated} />
      ) : (
        <ProblemAlert>No zone selected</ProblemAlert>
      )}
    </ResponsiveDialog>
  )
}

function GroupForm({ zoneId, onClose, onCreated }: Omit<Props, 'opened' | 'zoneId'> & { zoneId: string }) {
  const requestId = useRef(uuidV7())
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState(false)
  const [members, setMembers] = useState<string[]>([])
  const create = useAct({
    call: () =>
      api.broadcasts.createGroup({ zoneId, requestId: requestId.current, name: name.trim(), members }),
    onDone: ({ group }) => {
      onCreated(group)
      onClose()
    },
    done: 'Group created successfully',
    invalidates: [orpc.broadcasts.groups.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        // The form it stands in is another one.
        event.stopPropagation()
        setWrong(name.trim() === '')
        if (name.trim() !== '') create.mutate()
      }}
    >
      <div className={classes.fields}>
        {create.isError && (
          <ProblemAlert>{errorTextWithTime(create.error, 'Failed to create group')}</ProblemAlert>
        )}
        <TextInput
          label="Group name"
          required
          maxLength={120}
          value={name}
          error={wrong && 'Group name is required'}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        <MemberPicker zoneId={zoneId} value={members} onChange={setMembers} />
      </div>
      <FormButtons
        label="Create Group"
        workingLabel="Creating…"
        working={create.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
