import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'

type Props = { request: ZoneRequest; onClose: () => void }

/** Submits a returned request again, with a note about the changes. */
export const ResubmitDialog = inDialog(ResubmitForm, { title: t`Send for approval` })

function ResubmitForm({ request, onClose }: Props) {
  const form = useActForm({
    draft: `resubmit-${request.id}`,
    values: () => ({ note: request.note }),
    fields: 'zoneRequests.resubmit',
    call: ({ note }) => api.zoneRequests.resubmit({ zoneRequestId: request.id, note }),
    done: [t`Sent for approval`, t`You’ll be notified of the decision.`],
    invalidates: [orpc.zoneRequests.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Send for approval`}
      workingLabel={t`Sending…`}
      failed={t`The request couldn’t be sent. Try again.`}
    >
      <Textarea
        label={t`Note`}
        description={t`Edit the zone first, then describe what you changed.`}
        rows={3}
        {...form.getInputProps('note')}
      />
    </ActForm>
  )
}
