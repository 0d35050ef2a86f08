import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
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
  const { form, draft } = useDraftForm(
    `withdraw-correction-${day.zoneId}-${day.userId}-${day.day}`,
    () => ({ reason: '' }),
    {
      validate: { reason: reason => (reason.trim() === '' ? t`Reason is required` : null) },
    },
  )
  const takeBack = useAct({
    call: (reason: string) =>
      api.shifts.takeBackCorrection({ ...day, requestId: requestIdRef.current, reason: reason.trim() }),
    onDone: ({ correctionId }) => {
      draft.forget()
      onClose()
      onDone(correctionId)
    },
    done: t`Correction withdrawn`,
    invalidates: attendanceKeys,
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ reason }) => takeBack.mutate(reason))}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {takeBack.isError && (
          <ProblemAlert>
            {errorTextWithTime(takeBack.error, t`The correction couldn’t be withdrawn. Try again.`)}
          </ProblemAlert>
        )}
        <p>
          <Trans>The measured times will apply again. The correction stays on record.</Trans>
        </p>
        <Textarea
          label={t`Reason`}
          required
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
          data-autofocus
        />
      </Stack>
      <FormButtons
        label={t`Withdraw`}
        workingLabel={t`Withdrawing…`}
        working={takeBack.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
