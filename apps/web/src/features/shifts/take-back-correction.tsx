import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { attendanceKeys } from './attendance-keys.ts'

type Props = {
  day: { zoneId: string; userId: string; day: string }
  onClose: () => void
  onDone: (correctionId: string) => void
}

export const TakeBackCorrection = inDialog(TakeBackForm, { title: t`Withdraw the correction?` })

function TakeBackForm({ day, onClose, onDone }: Props) {
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
      <p>{t`The measured times will apply again. The correction stays on record.`}</p>
      <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('reason')} data-autofocus />
    </ActForm>
  )
}
