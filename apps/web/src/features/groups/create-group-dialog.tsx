import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Textarea, TextInput } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { MemberPicker } from './member-picker.tsx'

type CreatedGroup = { id: string; name: string }
type Props = { opened: boolean; onClose: () => void; onCreated?: (group: CreatedGroup) => void }

/** Creates a group in a zone: name, description and members. */
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

type QuickProps = Required<Props> & { zoneId: string | undefined }

/** Creates a group from the form of a new broadcast, with name and members only. */
export function QuickGroupDialog({ zoneId, opened, onClose, onCreated }: QuickProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Create New Group`}>
      {zoneId ? (
        <GroupForm zoneId={zoneId} noZone={t`No zone selected`} onClose={onClose} onCreated={onCreated} />
      ) : (
        <ProblemAlert>
          <Trans>No zone selected</Trans>
        </ProblemAlert>
      )}
    </ResponsiveDialog>
  )
}

type FormProps = {
  zoneId: string | undefined
  /** The text shown when no zone is selected. */
  noZone: string
  withDescription?: boolean
  onClose: () => void
  onCreated: ((group: CreatedGroup) => void) | undefined
  children?: React.ReactNode
}

function GroupForm({ zoneId, noZone, withDescription, onClose, onCreated, children }: FormProps) {
  const requestId = useRef(uuidV7())
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [memberIds, setMemberIds] = useState<string[]>([])
  const create = useAct({
    call: (targetZoneId: string) =>
      api.groups.create({
        zoneId: targetZoneId,
        requestId: requestId.current,
        name: name.trim(),
        description,
        members: memberIds,
      }),
    onDone: ({ group }) => {
      onCreated?.(group)
      onClose()
    },
    done: t`Group created successfully`,
    invalidates: [orpc.groups.key(), orpc.broadcasts.groups.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        // React bubbles the submit event through the portal to the form that opened this dialog.
        event.stopPropagation()
        setIsChecked(true)
        if (name.trim() !== '' && zoneId !== undefined) create.mutate(zoneId)
      }}
    >
      <Stack>
        {create.isError && (
          <ProblemAlert>{errorTextWithTime(create.error, t`Failed to create group`)}</ProblemAlert>
        )}
        {isChecked && zoneId === undefined && <ProblemAlert>{noZone}</ProblemAlert>}
        {children}
        <TextInput
          label={t`Group name`}
          required
          maxLength={limits.groupNameMaxLength}
          value={name}
          error={isChecked && name.trim() === '' && t`Group name is required`}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        {withDescription && (
          <Textarea
            label={t`Description`}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.groupDescriptionMaxLength}
            value={description}
            onChange={event => setDescription(event.currentTarget.value)}
          />
        )}
        {zoneId && (
          <MemberPicker
            key={zoneId}
            zoneId={zoneId}
            value={memberIds}
            onChange={setMemberIds}
            description={t`You can add more later.`}
          />
        )}
      </Stack>
      <FormButtons
        label={t`Create Group`}
        workingLabel={t`Creating…`}
        working={create.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
