import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../../lib/api.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { attendanceKeys } from './attendance-keys.ts'

type Props = {
  day: { zoneId: string; userId: string; day: string }
  opened: boolean
  onClose: () => void
  onDone: (correctionId: string) => void
}

export function TakeBackCorrection({ opened, ...props }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={props.onClose} title={t`Withdraw the correction?`}>
      <TakeBackForm {...props} />
    </ResponsiveDialog>
  )
}

function TakeBackForm({ day, onClose, onDone }: Omit<Props, 'opened'>) {
  const requestIdRef = useRef(uuidV7())
  const form = useActForm({
    draft: `withdraw-correction-${day.zoneId}-${day.userId}-${day.day}`,
    values: () => ({ reason: '' }),
    fields: 'shifts.takeBackCorrection',
    validate: { reason: reason => (reason.trim() === '' ? t`Reason is required` : null) },
    call: ({ reason }) =>
      api.shifts.takeBackCorrection({ ...day, requestId: requestIdRef.current, reason: reason.trim() }),
    onDone: ({ correctionId }) => onDone(correctionId),
    done: t`Correction withdrawn`,
    invalidates: attendanceKeys,
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Withdraw`}
      workingLabel={t`Withdrawing…`}
      failed={t`The correction couldn’t be withdrawn. Try again.`}
    >
      <p>
        <Trans>The measured times will apply again. The correction stays on record.</Trans>
      </p>
      <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('reason')} data-autofocus />
    </ActForm>
  )
}
