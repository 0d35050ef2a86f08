import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import { limits } from '@muster/domain/limits.ts'
import type { ZoneDecision } from '@muster/domain/zone-request.ts'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { Name } from '../../ui/people/name.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { decisionTexts } from './zone-request-words.ts'

type Props = { request: ZoneRequest; decision: ZoneDecision; opened: boolean; onClose: () => void }

/** Asks for confirmation of a decision on a zone request. A reason is required unless the request is approved. */
export function DecideDialog({ opened, onClose, ...props }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={decisionTexts[props.decision].title}>
      <DecideForm onClose={onClose} {...props} />
    </ResponsiveDialog>
  )
}

function DecideForm({ request, decision, onClose }: Omit<Props, 'opened'>) {
  const { name } = request
  const { effect, ...texts } = decisionTexts[decision]
  const { form, draft } = useDraftForm(`${decision}-${request.id}`, () => ({ note: '' }), {
    validate: { note: note => (decision === 'approved' || note.trim() ? null : t`Give a reason`) },
  })
  const decide = useAct({
    call: ({ note }: { note: string }) =>
      api.zoneRequests.decide({ zoneRequestId: request.id, decision, note }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: [texts.done, name],
    invalidates: [orpc.zoneRequests.key()],
    invalidatesUnlessLive: [orpc.zones.key()],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(values => decide.mutate(values))}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <p>
        <Trans>
          <Name>{name}</Name>: {effect}
        </Trans>
      </p>
      <Textarea
        label={texts.note}
        required={decision !== 'approved'}
        rows={3}
        maxLength={limits.zoneRequestNoteLength}
        data-autofocus
        {...form.getInputProps('note')}
      />
      {decide.isError && (
        <ProblemAlert>
          {errorTextWithTime(decide.error, t`Your decision couldn’t be saved. Try again.`)}
        </ProblemAlert>
      )}
      <FormButtons
        label={texts.act}
        workingLabel={texts.acting}
        working={decide.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
