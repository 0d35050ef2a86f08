import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import { limits } from '@muster/domain/limits.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type Props = { request: ZoneRequest; opened: boolean; onClose: () => void }

/** Submits a returned request again, with a note about the changes. */
export function ResubmitDialog({ request, opened, onClose }: Props) {
  const [note, setNote] = useState(request.note)
  const send = useAct({
    call: () => api.zoneRequests.resubmit({ zoneRequestId: request.id, note }),
    onDone: onClose,
    done: [t`Sent for approval`, t`You’ll be notified of the decision.`],
    invalidates: [orpc.zoneRequests.key()],
  })
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Send for approval`}>
      <Form noValidate onSubmit={() => send.mutate()}>
        <Textarea
          label={t`Note`}
          description={t`Edit the zone first, then describe what you changed.`}
          rows={3}
          maxLength={limits.zoneRequestNoteLength}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {send.isError && (
          <ProblemAlert>
            {errorTextWithTime(send.error, t`The request couldn’t be sent. Try again.`)}
          </ProblemAlert>
        )}
        <FormButtons
          label={t`Send for approval`}
          workingLabel={t`Sending…`}
          working={send.isPending}
          onCancel={onClose}
        />
      </Form>
    </ResponsiveDialog>
  )
}
