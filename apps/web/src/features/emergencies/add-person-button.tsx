import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type Props = { emergency: Pick<EmergencyDetail, 'id' | 'scope' | 'zones' | 'seesAll'> }

/** Adds somebody who is not on the list, such as a visitor. */
export function AddPersonButton({ emergency }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserPlus size="1.125rem" aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Add person</Trans>
      </Button>
      <AddPersonDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** The dialog that adds somebody, for a menu that opens it. */
export const AddPersonDialog = ({
  emergency,
  opened,
  onClose,
}: Props & { opened: boolean; onClose: () => void }) => (
  <ResponsiveDialog opened={opened} onClose={onClose} title={t`Add person`}>
    <AddForm emergency={emergency} onClose={onClose} />
  </ResponsiveDialog>
)

function AddForm({ emergency, onClose }: Props & { onClose: () => void }) {
  const { id: emergencyId, scope, seesAll } = emergency
  const zones = scope === 'zone' ? [] : emergency.zones.filter(it => it.mayMark)
  const [zoneId, setZoneId] = useState(seesAll ? null : (zones[0]?.id ?? null))
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [requestId] = useState(() => uuidV7())
  const add = useAct({
    call: () =>
      api.emergencies.addPerson({ emergencyId, name, phone, requestId, ...(zoneId !== null && { zoneId }) }),
    onDone: onClose,
    invalidates: [orpc.emergencies.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (name.trim() !== '') add.mutate()
      }}
    >
      <Stack>
        {add.error && (
          <ProblemAlert>
            {errorTextWithTime(add.error, t`The person couldn’t be added. Try again.`)}
          </ProblemAlert>
        )}
        <TextInput
          label={t`Name`}
          required
          data-autofocus
          maxLength={120}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <TextInput
          type="tel"
          label={t`Phone`}
          maxLength={40}
          value={phone}
          onChange={event => setPhone(event.currentTarget.value)}
        />
        {zones.length > 1 && (
          <Select
            label={t`Zone`}
            data={zones.map(({ id, name }) => ({ value: id, label: name }))}
            value={zoneId}
            onChange={setZoneId}
            searchable
            {...(seesAll ? { clearable: true, placeholder: t`Not known` } : { allowDeselect: false })}
          />
        )}
      </Stack>
      <FormButtons
        label={t`Add person`}
        workingLabel={t`Adding…`}
        working={add.isPending}
        disabled={name.trim() === ''}
        onCancel={onClose}
      />
    </form>
  )
}
