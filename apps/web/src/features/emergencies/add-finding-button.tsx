import { t } from '@lingui/core/macro'
import { Text, Textarea } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { AssigneeSelect, DueField, useDueField } from '../hazards/public.ts'

const maxLength = 500

/** True if the reader may add findings; the zones of the emergency may have been deleted since. */
export const mayAddFinding = ({ mayManage, scope, zones }: EmergencyDetail): boolean =>
  mayManage && (scope === 'all' || zones.some(it => it.mayMark))

type Props = {
  emergency: EmergencyDetail
  /** True for the primary button of the page. */
  isPrimary?: boolean
}

export function AddFindingButton({ emergency, isPrimary = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        mih={44}
        icon={IconPlus}
        onClick={() => setIsOpen(true)}
      >
        {t`Add finding`}
      </Button>
      <ResponsiveDialog opened={isOpen} onClose={close} title={t`Add finding`}>
        <FindingForm emergency={emergency} onClose={close} />
      </ResponsiveDialog>
    </>
  )
}

function FindingForm({ emergency, onClose }: { emergency: EmergencyDetail; onClose: () => void }) {
  const { form, draft } = useDraftForm(`finding-${emergency.id}`, () => ({ text: '', requestId: uuidV7() }), {
    validate: { text: value => (value.trim() === '' ? t`Describe the finding` : null) },
  })
  const [zone, setZone] = useState<MyZone>()
  const [calledZoneId, setCalledZoneId] = useState<string>()
  const [owner, setOwner] = useState<SearchResult>()
  const [hasNoOwner, setHasNoOwner] = useState(false)
  const [hasNoZone, setHasNoZone] = useState(false)
  const due = useDueField()
  const calledZones = emergency.zones.filter(it => it.mayMark)
  const onlyZone = emergency.scope !== 'all' && calledZones.length === 1 ? calledZones[0] : undefined
  const zoneId = emergency.zoneId ?? calledZoneId ?? zone?.id ?? onlyZone?.id
  const zoneError = hasNoZone && zoneId === undefined ? t`Select a zone` : undefined
  const add = useAct({
    call: (form: { text: string; requestId: string; zoneId: string; ownerId: string }) =>
      api.emergencyReports.addFinding({ emergencyId: emergency.id, dueAt: due.dueAt, ...form }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: t`Finding added`,
    invalidates: [orpc.emergencyReports.key(), orpc.hazards.key()],
    onError: draft.renewRequest,
  })
  return (
    <ActForm
      form={{
        act: add,
        submit: () => {
          setHasNoOwner(owner === undefined)
          setHasNoZone(zoneId === undefined)
          const isFilled = !form.validate().hasErrors && due.check()
          if (!isFilled || owner === undefined || zoneId === undefined) return
          add.mutate({ ...form.getValues(), zoneId, ownerId: owner.id })
        },
        draft,
        onClose,
      }}
      label={t`Add finding`}
      workingLabel={t`Adding…`}
      failed={t`The finding couldn’t be added. Try again.`}
    >
      <Textarea
        label={t`What has to be better next time?`}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={maxLength}
        dir="auto"
        {...form.getInputProps('text')}
      />
      {emergency.zoneId === null &&
        (emergency.scope === 'all' ? (
          <ZoneSelect label={t`Zone`} zone={zone} onPick={setZone} required error={zoneError} w="100%" />
        ) : (
          <Select
            label={t`Zone`}
            placeholder={t`Select a zone`}
            data={calledZones.map(it => ({ value: it.id, label: it.name }))}
            value={zoneId ?? null}
            required
            error={zoneError}
            allowDeselect={false}
            onChange={chosen => setCalledZoneId(chosen ?? undefined)}
          />
        ))}
      {zoneId !== undefined && (
        <>
          <AssigneeSelect
            key={zoneId}
            zoneId={zoneId}
            hazardId={undefined}
            chosen={owner}
            onPick={one => {
              setOwner(one)
              setHasNoOwner(false)
            }}
          />
          {hasNoOwner && owner === undefined && (
            <Text c="var(--m-danger)" role="alert">
              {t`Choose who takes care of it.`}
            </Text>
          )}
          <DueField field={due} />
        </>
      )}
    </ActForm>
  )
}
