import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type Props = { request: ZoneRequest; opened: boolean; onClose: () => void }

/** Submits a returned request again, with a note about the changes. */
export function ResubmitDialog({ opened, onClose, request }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Send for approval`}>
      <ResubmitForm request={request} onClose={onClose} />
    </ResponsiveDialog>
  )
}

function ResubmitForm({ request, onClose }: Omit<Props, 'opened'>) {
  const { form, draft } = useDraftForm(`resubmit-${request.id}`, () => ({ note: request.note }), {})
  const send = useAct({
    call: ({ note }: { note: string }) => api.zoneRequests.resubmit({ zoneRequestId: request.id, note }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: [t`Sent for approval`, t`You’ll be notified of the decision.`],
    invalidates: [orpc.zoneRequests.key()],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(values => send.mutate(values))}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <Textarea
        label={t`Note`}
        description={t`Edit the zone first, then describe what you changed.`}
        rows={3}
        maxLength={limits.zoneRequestNoteLength}
        {...form.getInputProps('note')}
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
  )
}
